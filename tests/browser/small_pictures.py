"""Pictures of pages, small enough for a repository: at most 256 colours, no more bytes than that.

`Film` makes several of them into one that moves (APNG): of each only what is new.

Browsers blend colours with a little noise, which makes a PNG large and which nobody sees.
"""

import base64
import struct
import zlib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import Page

COLOURS_MAX = 256
SIGNATURE = b"\x89PNG\r\n\x1a\n"
PIXELS = """async (png) => {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  const pen = canvas.getContext("2d");
  pen.drawImage(image, 0, 0);
  const { data } = pen.getImageData(0, 0, image.width, image.height);
  const parts = [];
  for (let at = 0; at < data.length; at += 32768) {
    parts.push(String.fromCharCode(...data.subarray(at, at + 32768)));
  }
  return [image.width, image.height, btoa(parts.join(""))];
}"""


def take(page: Page, path: Path, blank: Page) -> None:
    """What a page shows now; `blank` is a page that may read pictures."""
    page.mouse.move(0, 0)
    pixels = read(page.screenshot(animations="disabled"), blank)
    height, width, _ = pixels.shape
    palette, places = few_colours(pixels.reshape(-1, 3))
    path.write_bytes(png(palette, places.reshape(height, width)))


def read(shot: bytes, blank: Page) -> NDArray[np.uint8]:
    width, height, data = blank.evaluate(PIXELS, base64.b64encode(shot).decode())
    flat = np.frombuffer(base64.b64decode(data), np.uint8)
    return flat.reshape(height, width, 4)[:, :, :3]


# Where everything that moves on the page is on its way: 1 is its end.
ON_THE_WAY = """(part) => {
  for (const one of document.getAnimations()) {
    const { endTime } = one.effect.getComputedTiming();
    one.pause();
    one.currentTime = endTime * part;
  }
}"""


class Film:
    """Frames of a page, each with how long it is looked at."""

    def __init__(self, page: Page, blank: Page) -> None:
        self._page = page
        self._blank = blank
        self._frames: list[tuple[NDArray[np.uint8], float]] = []

    def add(self, *parts: float, each: float = 0.06, last: float = 0.3) -> None:
        """What is on its way now, at these parts of it."""
        for part in parts:
            self._page.evaluate(ON_THE_WAY, part)
            shot = self._page.screenshot(animations="allow")
            seconds = last if part == parts[-1] else each
            self._frames.append((read(shot, self._blank), seconds))
        self._page.evaluate("document.getAnimations().forEach((one) => one.finish())")

    def write(self, path: Path) -> None:
        seen = np.concatenate([frame.reshape(-1, 3) for frame, _ in self._frames[::6]])
        palette, _ = few_colours(seen)
        places = [nearest(frame, palette) for frame, _ in self._frames]
        path.write_bytes(apng(palette, places, [seconds for _, seconds in self._frames]))


def nearest(pixels: NDArray[np.uint8], palette: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The place in the palette of the colour next to each pixel's."""
    wide = pixels.astype(np.int64)
    codes = wide[:, :, 0] << 16 | wide[:, :, 1] << 8 | wide[:, :, 2]
    found, which = np.unique(codes, return_inverse=True)
    colours = np.stack([found >> 16, found >> 8 & 255, found & 255], axis=1)
    apart = ((colours[:, None, :] - palette[None].astype(np.int64)) ** 2).sum(axis=2)
    places: NDArray[np.uint8] = apart.argmin(axis=1).astype(np.uint8)
    drawn: NDArray[np.uint8] = places[which.reshape(codes.shape)]
    return drawn


def apng(
    palette: NDArray[np.uint8], frames: list[NDArray[np.uint8]], seconds: list[float]
) -> bytes:
    """A picture that moves, for ever: each frame is the rectangle in which something is new."""
    height, width = frames[0].shape
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    chunks = [
        (b"IHDR", header),
        (b"acTL", struct.pack(">II", len(frames), 0)),
        (b"PLTE", palette.tobytes()),
    ]
    order = 0
    for at, frame in enumerate(frames):
        top, left, part = _new_in(frame, frames[at - 1] if at else None)
        size = struct.pack(">IIII", part.shape[1], part.shape[0], left, top)
        delay = struct.pack(">HHBB", round(seconds[at] * 1000), 1000, 0, 0)
        chunks.append((b"fcTL", struct.pack(">I", order) + size + delay))
        rows = zlib.compress(b"".join(b"\0" + row.tobytes() for row in part), 9)
        order += 1
        if at:
            chunks.append((b"fdAT", struct.pack(">I", order) + rows))
            order += 1
        else:
            chunks.append((b"IDAT", rows))
    chunks.append((b"IEND", b""))
    return SIGNATURE + b"".join(_chunk(kind, data) for kind, data in chunks)


def _new_in(
    frame: NDArray[np.uint8], before: NDArray[np.uint8] | None
) -> tuple[int, int, NDArray[np.uint8]]:
    if before is None:
        return 0, 0, frame
    rows, columns = np.nonzero(frame != before)
    if not len(rows):
        return 0, 0, frame[:1, :1]
    top, left = int(rows.min()), int(columns.min())
    return top, left, frame[top : int(rows.max()) + 1, left : int(columns.max()) + 1]


def few_colours(pixels: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """A palette, and the place in it of each pixel's colour: colours are cut in half where they
    are furthest apart, again and again (median cut)."""
    wide = pixels.astype(np.int64)
    codes = wide[:, 0] << 16 | wide[:, 1] << 8 | wide[:, 2]
    found, which, counts = np.unique(codes, return_inverse=True, return_counts=True)
    colours = np.stack([found >> 16, found >> 8 & 255, found & 255], axis=1)
    weights = np.sqrt(counts)  # a small accent counts as well as a large ground
    groups = [np.arange(len(found))]
    while len(groups) < COLOURS_MAX:
        spreads = [_spread(colours[group], weights[group]) for group in groups]
        at = int(np.argmax(spreads))
        if spreads[at] == 0:
            break
        groups[at : at + 1] = _halves(groups[at], colours, weights)
    palette = np.zeros((len(groups), 3), np.uint8)
    place = np.zeros(len(found), np.uint8)
    for at, group in enumerate(groups):
        palette[at] = np.average(colours[group], axis=0, weights=counts[group]).round()
        place[group] = at
    return palette, place[which.ravel()]


def _spread(colours: NDArray[np.int64], weights: NDArray[np.float64]) -> float:
    return float(np.ptp(colours, axis=0).max() * weights.sum())


def _halves(
    group: NDArray[np.int64], colours: NDArray[np.int64], weights: NDArray[np.float64]
) -> list[NDArray[np.int64]]:
    """Both have some: a group is only cut where it has two colours."""
    widest = int(np.ptp(colours[group], axis=0).argmax())
    group = group[np.argsort(colours[group, widest], kind="stable")]
    sums = weights[group].cumsum()
    half = int(np.searchsorted(sums, sums[-1] / 2))
    half = min(max(half, 1), len(group) - 1)
    return [group[:half], group[half:]]


def png(palette: NDArray[np.uint8], places: NDArray[np.uint8]) -> bytes:
    """A picture with a palette: PNG, colour type 3, no filters."""
    height, width = places.shape
    rows = b"".join(b"\0" + row.tobytes() for row in places)
    return SIGNATURE + b"".join(
        _chunk(kind, data)
        for kind, data in (
            (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
            (b"PLTE", palette.tobytes()),
            (b"IDAT", zlib.compress(rows, 9)),
            (b"IEND", b""),
        )
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
