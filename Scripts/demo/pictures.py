"""Draws the covers and banners as indexed PNGs: flat shapes on a banded sky.

A shape is a function of (x, y) that gives the signed distance to its edge (negative inside). The shorter side of a picture is 2 units,
its middle is the origin, y grows downwards.
"""

import math
import struct
import zlib


def png(name, width, height):
    sky, layers = SCENES[name]
    unit = min(width, height) / 2
    rows = []
    for row in range(height):
        y = (row + 0.5 - height / 2) / unit
        band = min(6, max(0, int((y + 1) * 3.5))) / 6
        backdrop = mixed(sky[0], sky[1], band)
        line = []
        for column in range(width):
            x = (column + 0.5 - width / 2) / unit
            colour = backdrop
            for tint, shape in layers:
                cover = 0.5 - shape(x, y) * unit
                if cover > 0:
                    # Five steps of edge are smooth enough and keep the palette small.
                    colour = tint if cover >= 1 else mixed(colour, tint, round(cover * 4) / 4)
            line.append(colour)
        rows.append(line)
    return indexed(rows, width, height)


def mixed(a, b, share):
    return tuple(round(p + (q - p) * share) for p, q in zip(a, b))


def indexed(rows, width, height):
    palette = sorted({colour for row in rows for colour in row})
    assert len(palette) <= 256, len(palette)
    place = {colour: bytes([i]) for i, colour in enumerate(palette)}
    pixels = b"".join(b"\0" + b"".join(place[colour] for colour in row) for row in rows)

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    colours = bytes(c for colour in palette for c in colour)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"PLTE", colours) + chunk(b"IDAT", zlib.compress(pixels, 9)) + chunk(b"IEND", b"")


# Shapes

def disc(cx, cy, r):
    return lambda x, y: math.hypot(x - cx, y - cy) - r


def ring(cx, cy, r, thick):
    return lambda x, y: abs(math.hypot(x - cx, y - cy) - r) - thick


def box(cx, cy, w, h, r=0.0):
    def shape(x, y):
        dx, dy = abs(x - cx) - w + r, abs(y - cy) - h + r
        return math.hypot(max(dx, 0), max(dy, 0)) + min(max(dx, dy), 0) - r
    return shape


def below(level, swell, length, shift):
    """Everything under a wavy line."""
    return lambda x, y: (level + swell * math.sin((x + shift) * 2 * math.pi / length) - y) * 0.9


def cut(shape, *others):
    return lambda x, y: max(shape(x, y), *(-other(x, y) for other in others))


def both(*shapes):
    return lambda x, y: max(shape(x, y) for shape in shapes)


def either(*shapes):
    return lambda x, y: min(shape(x, y) for shape in shapes)


def line(ax, ay, bx, by, thick):
    def shape(x, y):
        dx, dy = bx - ax, by - ay
        t = max(0, min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
        return math.hypot(x - ax - t * dx, y - ay - t * dy) - thick
    return shape


def beam(cx, cy, slope):
    """A wedge of light to the left of a point."""
    return lambda x, y: max((abs(y - cy) - (cx - x) * slope) * 0.95, x - cx)


def mirrored(shape):
    return lambda x, y: shape(-abs(x), y)


def ray(cx, cy, angle):
    dx, dy = math.cos(angle), math.sin(angle)
    return line(cx + 0.44 * dx, cy + 0.44 * dy, cx + 0.56 * dx, cy + 0.56 * dy, 0.03)


def steam(cx, top, bottom):
    return lambda x, y: max(abs(x - cx - 0.055 * math.sin(y * 15)) * 0.8 - 0.026, top - y, y - bottom)


def dots(places, r):
    return either(*(disc(x, y, r) for x, y in places))


STARS = [(-0.7, -0.75), (-0.2, -0.55), (0.15, -0.85), (0.75, -0.2), (-0.5, 0.2), (0.85, -0.8), (-1.3, -0.4), (-1.7, -0.7), (1.4, -0.5),
         (1.8, -0.1)]
STEAM = either(*(steam(x, -0.62, -0.16) for x in (-0.3, -0.03, 0.24)))
HOUSES = [(-1.9, 0.3), (-1.5, 0.2), (-1.1, 0.36), (-0.8, 0.24), (-0.5, 0.34), (-0.2, 0.18), (0.1, 0.3), (0.4, 0.22), (0.7, 0.38), (1.1, 0.2),
          (1.5, 0.32), (1.9, 0.22)]
CUP = both(either(disc(-0.03, 0.02, 0.5), box(-0.03, 0.45, 0.22, 0.08)), box(0, 0.5, 0.9, 0.48))

# Each scene: the sky's upper and lower colour, then layers from back to front.
SCENES = {
    "tide": (((255, 205, 150), (250, 140, 120)), [
        ((255, 240, 200), disc(0, 0.12, 0.42)),
        ((60, 130, 160), below(0.22, 0.05, 0.9, 0.1)),
        ((40, 100, 140), below(0.47, 0.06, 1.1, 0.5)),
        ((25, 70, 110), below(0.73, 0.05, 0.8, 0.3)),
    ]),
    "lamp": (((18, 22, 58), (54, 44, 98)), [
        ((255, 244, 200), dots(STARS, 0.022)),
        ((92, 82, 120), beam(0.42, -0.3, 0.16)),
        ((240, 236, 230), box(0.45, 0.35, 0.13, 0.55)),
        ((214, 84, 84), either(box(0.45, 0.12, 0.13, 0.09), box(0.45, 0.5, 0.13, 0.09))),
        ((255, 226, 130), box(0.45, -0.3, 0.1, 0.1)),
        ((214, 84, 84), either(box(0.45, -0.42, 0.14, 0.03), box(0.45, -0.18, 0.17, 0.03))),
        ((14, 16, 40), below(0.8, 0.06, 1.7, 0.1)),
    ]),
    "ripple": (((196, 226, 205), (120, 180, 165)), [
        ((224, 242, 228), ring(-0.2, 0.1, 0.78, 0.035)),
        ((235, 248, 236), ring(-0.2, 0.1, 0.54, 0.035)),
        ((245, 252, 244), ring(-0.2, 0.1, 0.3, 0.035)),
        ((36, 98, 88), disc(-0.2, 0.1, 0.1)),
        ((224, 242, 228), ring(0.55, -0.5, 0.26, 0.025)),
        ((36, 98, 88), disc(0.55, -0.5, 0.06)),
    ]),
    "talk": (((255, 232, 190), (252, 206, 140)), [
        ((224, 92, 70), either(box(-0.22, -0.2, 0.52, 0.34, 0.14), line(-0.5, 0.1, -0.62, 0.36, 0.06))),
        ((40, 108, 120), either(box(0.24, 0.22, 0.52, 0.34, 0.14), line(0.5, 0.5, 0.62, 0.76, 0.06))),
        ((255, 246, 230), either(*(disc(x, -0.28, 0.055) for x in (-0.45, -0.22, 0.01)))),
        ((255, 246, 230), either(*(box(0.24, y, w, 0.03, 0.03) for y, w in ((0.12, 0.34), (0.24, 0.34), (0.36, 0.2))))),
    ]),
    "tea": (((52, 36, 40), (96, 52, 44)), [
        ((236, 208, 170), STEAM),
        ((230, 222, 206), ring(0.5, 0.22, 0.17, 0.045)),
        ((240, 234, 220), CUP),
        ((150, 190, 120), box(-0.03, 0.06, 0.46, 0.035, 0.03)),
        ((30, 20, 24), box(0, 0.62, 0.75, 0.045, 0.04)),
    ]),
    "sun": (((130, 200, 240), (206, 236, 250)), [
        ((255, 206, 80), disc(0.28, -0.28, 0.34)),
        ((255, 206, 80), either(*(ray(0.28, -0.28, i * math.pi / 6) for i in range(12)))),
        ((255, 255, 255), either(disc(-0.4, 0.22, 0.24), disc(-0.08, 0.06, 0.32), disc(0.26, 0.22, 0.26), box(-0.06, 0.34, 0.56, 0.14, 0.14))),
        ((88, 116, 150), either(*(box(x, 1 - h / 2, 0.1, h / 2) for x, h in HOUSES))),
    ]),
    "window": (((70, 62, 92), (104, 84, 110)), [
        ((28, 34, 74), box(0, -0.05, 0.56, 0.68, 0.04)),
        ((255, 244, 200), dots([(-0.35, -0.5), (-0.12, -0.2), (-0.4, 0.1), (0.2, 0.3), (0.42, 0.05)], 0.018)),
        ((250, 236, 180), cut(disc(0.22, -0.34, 0.2), disc(0.31, -0.4, 0.18))),
        ((222, 204, 190), cut(box(0, -0.05, 0.62, 0.74, 0.06), box(0, -0.05, 0.54, 0.66))),
        ((222, 204, 190), either(box(0, -0.05, 0.025, 0.7), box(0, -0.05, 0.58, 0.025))),
        ((190, 160, 140), box(0, 0.74, 0.75, 0.06, 0.03)),
    ]),
    "waves": (((20, 28, 60), (30, 84, 120)), [
        ((255, 244, 200), dots(STARS, 0.018)),
        ((130, 200, 220), both(either(*(ring(0, 0.45, r, 0.022) for r in (0.3, 0.52, 0.74, 0.96))), mirrored(beam(0, 0.45, 1.2)))),
        ((240, 240, 236), either(line(0, 0.42, -0.2, 1, 0.028), line(0, 0.42, 0.2, 1, 0.028), line(-0.1, 0.72, 0.1, 0.72, 0.02))),
        ((240, 240, 236), disc(0, 0.42, 0.07)),
    ]),
}
