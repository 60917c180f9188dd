"""Pictures of pages, small enough for a repository: at most 256 colours, no more bytes than that.

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
    shot = page.screenshot(animations="disabled")
    width, height, data = blank.evaluate(PIXELS, base64.b64encode(shot).decode())
    pixels = np.frombuffer(base64.b64decode(data), np.uint8).reshape(height * width, 4)[:, :3]
    palette, places = few_colours(pixels)
    path.write_bytes(png(palette, places.reshape(height, width)))


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
    return b"\x89PNG\r\n\x1a\n" + b"".join(
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
