"""Draws images/icon.png: layers of rock under the ground, one of which comes to the surface."""

from __future__ import annotations

import math
import struct
import zlib
from pathlib import Path

SIZE, FINER = 256, 4  # pixels, and how many times finer the drawing is than the image
Colour = tuple[int, int, int]
GROUND: Colour = (38, 40, 56)
LAYERS: tuple[tuple[float, Colour], ...] = (  # how deep each begins below the surface, the topmost first
    (0.0, (242, 182, 92)),
    (0.17, (214, 112, 72)),
    (0.34, (150, 72, 88)),
    (0.51, (94, 58, 98)),
    (0.68, (62, 52, 92)),
)


def colour_at(x: float, y: float) -> Colour | None:
    """The colour at a place of the unit square, y downwards; None outside the rounded corners."""
    edge, radius = 0.5, 0.21
    dx, dy = max(abs(x - 0.5) - edge + radius, 0), max(abs(y - 0.5) - edge + radius, 0)
    if math.hypot(dx, dy) > radius:
        return None
    # The layers are folded upwards; what is above the slanted surface has been worn away.
    folded = 0.30 + 0.55 * (x - 0.46) ** 2 * 4 - 0.10 * (x - 0.5)
    surface = 0.36 + 0.20 * x + 0.035 * math.sin(9 * x + 0.6)
    peak = 0.20 + 1.9 * abs(x - 0.43)
    depth = y - folded
    if y < min(surface, peak) or depth < 0:
        return GROUND
    found = LAYERS[0][1]
    for begins, colour in LAYERS:
        if depth >= begins:
            found = colour
    return found


def pixel(column: int, row: int) -> bytes:
    """The mean of the finer dots, as red, green, blue and opacity."""
    seen: list[Colour] = []
    for step in range(FINER * FINER):
        x = (column + (step % FINER + 0.5) / FINER) / SIZE
        y = (row + (step // FINER + 0.5) / FINER) / SIZE
        colour = colour_at(x, y)
        if colour is not None:
            seen.append(colour)
    if not seen:
        return bytes(4)
    mean = [round(sum(channel) / len(seen)) for channel in zip(*seen, strict=True)]
    return bytes((*mean, round(255 * len(seen) / FINER**2)))


def png() -> bytes:
    rows = b"".join(b"\0" + b"".join(pixel(column, row) for column in range(SIZE)) for row in range(SIZE))

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = struct.pack(">IIBBBBB", SIZE, SIZE, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")


if __name__ == "__main__":
    (Path(__file__).resolve().parents[1] / "images" / "icon.png").write_bytes(png())
