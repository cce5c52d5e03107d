"""What training spoils good photographs with, at any strength: curves, light, lamps, haze, noise.

None of these functions is one of tests/quality/spoil.ts, which measures: exposure goes through a
random response and shoulder where that goes through sRGB's, curves are made of random slopes where
that takes powers, lamps are gains where that goes by the temperature of a black body, and so on.
"""
import random

import torch
import torch.nn.functional as F

UNTOUCHED_SHARE = 0.25
SMALL_SHARE = 0.3
CURVE_KNOTS = 13
"""How often a fault is the one that a picture has, against the others."""
FAULTS = {
    "exposure": 3.0, "local": 2.0, "lamp": 6.0, "haze": 2.0, "curve": 2.5, "contrast": 1.2,
    "fade": 0.8, "saturation": 1.5,
}


def between(n, low, high):
    return low + (high - low) * torch.rand(n, 1, 1, 1)


def sometimes(n, chance, drawn, nothing=0.0):
    return torch.where(torch.rand(n, 1, 1, 1) < chance, drawn, torch.full_like(drawn, nothing))


def field(n, side):
    """Something that changes slowly over the picture, -1..1."""
    cells = random.choice((2, 3, 4))
    noise = 2.4 * torch.rand(n, 1, cells, cells) - 1.2
    return F.interpolate(noise, (side, side), mode="bicubic", align_corners=True).clamp(-1, 1)


def interpolated(curves, x):
    """Curves [n, 1 or 3, knots] over 0..1 by linear interpolation; x [n, 3 or 1, h, w] in 0..1."""
    knots = curves.shape[2]
    n, channels = x.shape[:2]
    curves = curves.expand(n, channels, knots)
    at = x.clamp(0, 1) * (knots - 1)
    low = at.floor().clamp(max=knots - 2)
    index = low.long().view(n, channels, -1)
    a = torch.gather(curves, 2, index).view_as(x)
    b = torch.gather(curves, 2, index + 1).view_as(x)
    return a + (b - a) * (at - low)


def random_curves(n, much):
    """Monotone curves [n, 3, knots]: a bend, a wave, and a little of each channel's own."""
    t = torch.linspace(0, 1, CURVE_KNOTS - 1).view(1, 1, -1)
    amount = much.view(n, 1, 1)
    bend = 2.6 * amount * torch.randn(n, 1, 1)
    wave = 0.8 * amount * torch.randn(n, 1, 1)
    own = 0.35 * amount * torch.randn(n, 3, 1)
    phase = 6.283 * torch.rand(n, 1, 1)
    steps = torch.exp((bend + own) * (t - 0.5) + wave * torch.sin(6.283 * t + phase))
    rise = torch.cumsum(F.pad(steps, (1, 0)), 2)
    low = 0.12 * amount * torch.rand(n, 1, 1)
    high = 1 - 0.12 * amount * torch.rand(n, 1, 1)
    return low + (high - low) * rise / rise[:, :, -1:]


def exposed(light, stops, shoulder):
    """So many stops more or less; at a shoulder of 1 white stays white."""
    gain = torch.exp2(stops)
    return (light * gain / (1 + shoulder * (gain - 1) * light)).clamp(0, 1)


def local_light(x, much):
    """Stops that light lacks from place to place: slowly over the picture, or where it is dark."""
    n, _, side, _ = x.shape
    slow = sometimes(n, 0.5, between(n, 0, 1.6)) * much * (field(n, side) - 0.4)
    luma = x.mean(1, keepdim=True)
    size = random.choice((5, 9, 13))
    around = F.avg_pool2d(F.pad(luma, (size // 2,) * 4, mode="replicate"), size, 1)
    around = luma + between(n, 0.4, 1) * (around - luma)
    dark = torch.sigmoid(between(n, 6, 24) * (between(n, 0.25, 0.7) - around))
    return slow - sometimes(n, 0.6, between(n, 0.4, 2.4)) * much * dark


def lamps(n, side, much):
    """Logarithms of the gains of red, green and blue; of two lamps where there are two."""

    def lamp():
        warm = between(n, -0.6, 0.95) * much
        green = sometimes(n, 0.4, between(n, -0.25, 0.5)) * much
        return torch.cat([warm, green, -between(n, 0.8, 1.5) * warm], 1)

    share = sometimes(n, 0.35, (field(n, side) + 1) / 2)
    one, other = lamp(), lamp()
    return one + (other - one) * share


def as_various(x):
    """Good photographs as various as those of other people are: warmer, lighter in the middle, more
    vivid. Black and white stay where they are: that a photo reaches neither is how a veil, a missing
    exposure or a pale print is told from a taste."""
    n = len(x)
    drawn = lambda deviation: deviation * torch.randn(n, 1, 1, 1)
    warm = drawn(0.03)
    light = x ** 2.2 * torch.exp(torch.cat([warm, drawn(0.012), -warm], 1))
    y = light.clamp(max=1) ** (torch.exp(drawn(0.08)) / 2.2)
    grey = y.mean(1, keepdim=True)
    y = (grey + (y - grey) * torch.exp(drawn(0.1))).clamp(0, 1)
    return torch.where(torch.rand(n, 1, 1, 1) < 0.3, x, y)


def drawn_faults(n):
    """Which faults each picture has, mostly one, seldom three: {name: 1 or 0 [n, 1, 1, 1]}."""
    chances = torch.tensor([chance for chance in FAULTS.values()])
    order = torch.log(chances) - torch.log(-torch.log(torch.rand(n, len(FAULTS)).clamp(1e-6, 1 - 1e-6)))
    rank = order.argsort(1, descending=True).argsort(1)
    count = 1 + (torch.rand(n, 1) < 0.4).long() + (torch.rand(n, 1) < 0.12).long()
    has = (rank < count).float().view(n, -1, 1, 1, 1)
    return {name: has[:, at] for at, name in enumerate(FAULTS)}


def spoiled_at_random(x):
    """(pictures, which of them are untouched [n, 1, 1, 1]); x [n, 3, side, side] in 0..1."""
    n, _, side, _ = x.shape
    drawn = torch.rand(n, 1, 1, 1)
    untouched = drawn < UNTOUCHED_SHARE
    is_small = drawn < UNTOUCHED_SHARE + SMALL_SHARE
    much = torch.where(is_small, between(n, 0.12, 0.45), between(n, 0.4, 1))
    has = {name: much * has for name, has in drawn_faults(n).items()}
    response = between(n, 1.7, 2.7)
    # Light first: where it falls, its colour, the exposure, haze.
    light = x ** response
    stops = torch.where(torch.rand(n, 1, 1, 1) < 0.6, between(n, -2.6, 0), between(n, 0, 1.3))
    stops = stops * has["exposure"] + local_light(x, has["local"])
    light = light * torch.exp(lamps(n, side, has["lamp"]))
    light = exposed(light, stops, sometimes(n, 0.6, between(n, 0, 1)))
    veil = between(n, 0.1, 0.75) * has["haze"]
    veil = (veil * (1 + sometimes(n, 0.5, 0.8 * field(n, side)))).clamp(0, 0.8)
    air = between(n, 0.4, 0.95) * torch.exp(0.1 * torch.randn(n, 3, 1, 1))
    # Black stays black: were it raised ever so little here, that alone would tell a fault.
    y = (light + veil * (air - light)).clamp(0, 1) ** (1 / response)
    # Then the picture: its curve, contrast, fading, saturation, noise.
    y = torch.where(has["curve"] > 0, interpolated(random_curves(n, has["curve"]), y), y)
    middle = y.mean((1, 2, 3), keepdim=True)
    y = middle + (y - middle) * torch.exp(between(n, -0.8, 0.35) * has["contrast"])
    fade = between(n, 0.05, 0.45) * has["fade"]
    y = y + fade * (between(n, 0.6, 0.9) * torch.exp(0.08 * torch.randn(n, 3, 1, 1)) - y)
    weights = torch.rand(n, 3, 1, 1) + 0.3
    grey = (y * weights / weights.sum(1, keepdim=True)).sum(1, keepdim=True)
    y = (grey + (y - grey) * torch.exp(between(n, -0.9, 0.4) * has["saturation"])).clamp(0, 1)
    sigma = sometimes(n, 0.4, between(n, 0.002, 0.025)) * much
    y = (y + sigma * (0.3 + y.sqrt()) * torch.randn_like(y)).clamp(0, 1)
    return torch.round(torch.where(untouched, x, y) * 255) / 255, untouched
