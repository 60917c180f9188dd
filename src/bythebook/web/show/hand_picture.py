"""A hand as a picture: our own drawing, made PNG without a browser, for previews of links."""

from html import escape

SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
RED = "DH"
WIDTH, HEIGHT = 1200, 630


def drawing(title: str, cards: tuple[str, ...], up: str) -> str:
    """As SVG: the dealer's card, mine, and the question."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#0e4738"/>',
        _text(escape(title), 600, 90, 46, "#f3ead6"),
        _text("Dealer", 250, 170, 30, "#adc2b6"),
        _card(up, 150, 200),
        _text("You", 800, 170, 30, "#adc2b6"),
        *[_card(card, 590 + 220 * at, 200) for at, card in enumerate(cards[:2])],
        _text("What would you do?", 600, 575, 50, "#d9b25c"),
        "</svg>",
    ]
    return "".join(parts)


def _card(name: str, x: int, y: int) -> str:
    joker = name.startswith("JK")
    rank, suit = ("★", "") if joker else (name[0].replace("T", "10"), SUITS[name[1]])
    ink = "#b3211a" if not joker and name[1] in RED else "#20302a"
    return (
        f'<rect x="{x}" y="{y}" width="200" height="280" rx="18" fill="#fdfaf0"/>'
        + _text(rank, x + 62, y + 92, 84, ink)
        + _text(suit, x + 128, y + 240, 120, ink)
    )


def _text(words: str, x: int, y: int, size: int, ink: str) -> str:
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" font-weight="600" fill="{ink}"'
        f' font-family="Liberation Serif, DejaVu Sans, serif" text-anchor="middle">{words}</text>'
    )


def picture_of(title: str, cards: tuple[str, ...], up: str) -> bytes:
    import vl_convert

    png: bytes = vl_convert.svg_to_png(drawing(title, cards, up))
    return png
