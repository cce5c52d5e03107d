"""The network of the role enhance/colour, and what the product makes of its answer."""
import torch
import torch.nn.functional as F
from torch import nn

from colour_faults import interpolated

SIDE = 256
"""The network samples its picture on a grid of so many points along each side, every STEP pixels: unlike
means of neighbours they keep the darkest and the lightest there is."""
POINTS = 64
STEP = SIDE // POINTS
"""What is not asked of colours one by one is asked of means of so many points, or of every so many'th."""
SHRINK = 4
KNOTS = 17
LIGHT_STEPS = 8
CURVES = 3 * KNOTS
LIGHT = CURVES + 9
NUMBERS = LIGHT + LIGHT_STEPS
"""Of sorted values: so many even means, and single ranks at both ends."""
EVEN = 32
RANKS = [1, 4, 10, 20, 40]
RANKED = EVEN + 2 * len(RANKS)
STATISTICS = 7 * RANKED + 18
"""Networks that guess, each learned from other photographs; their mean is what is guessed."""
GUESSES = 3
"""Of photographs that they have not seen they guess too little: their curves count so much more."""
FULLER = 1.2
"""Variance of luma that is still texture: as in core/kernels/surroundings.ts."""
TEXTURE = 0.012


class Guess(nn.Module):
    """Of what is `seen` of a picture, numbers of a look [n, 68]; none of them changes nothing."""

    def __init__(self, drop):
        super().__init__()
        self.quant = nn.Sequential(nn.Linear(STATISTICS, 64), nn.ReLU())
        # Pointwise layers with a mean behind them are a learned colour histogram, with a maximum
        # they find the lightest, darkest, most vivid there is.
        self.histogram = nn.Sequential(
            nn.Conv2d(3, 32, 1), nn.ReLU(), nn.Conv2d(32, 32, 1), nn.ReLU()
        )
        widths = [3, 24, 40, 48]
        layers = []
        for before, after in zip(widths, widths[1:]):
            layers += [nn.Conv2d(before, after, 3, stride=2, padding=1), nn.ReLU()]
        self.scene = nn.Sequential(*layers)
        self.decide = nn.Sequential(
            nn.Dropout(drop), nn.Linear(64 + 64 + 96, 128), nn.ReLU(),
            nn.Dropout(drop), nn.Linear(128, NUMBERS),
        )
        nn.init.zeros_(self.decide[-1].weight)
        nn.init.zeros_(self.decide[-1].bias)

    def forward(self, statistics, thumbnail, colours):
        asked, scene = self.histogram(colours), self.scene(thumbnail - 0.5)
        pooled = [part for each in (asked, scene) for part in (each.mean((2, 3)), each.amax((2, 3)))]
        return self.decide(torch.cat([self.quant(statistics), *pooled], 1))


class ColourNet(nn.Module):
    """sRGB [n, 3, 256, 256] in 0..1 -> curves [n, 3, 17], matrix [n, 3, 3] and light [n, 1, 9]."""

    def __init__(self, drop=0.2):
        super().__init__()
        self.guesses = nn.ModuleList([Guess(drop) for _ in range(GUESSES)])

    def forward(self, x):
        what = seen(x[:, :, STEP // 2 :: STEP, STEP // 2 :: STEP])
        guess = torch.stack([guess(*what) for guess in self.guesses]).mean(0)
        return look(torch.cat([FULLER * guess[:, :CURVES], guess[:, CURVES:]], 1))


def look(answer):
    """Curves, matrix and light of numbers [n, 68]."""
    raw = answer[:, :CURVES].view(-1, 3, KNOTS)
    # The first knot is the black point, each further one a positive step: monotone by form.
    first = 0.4 * torch.tanh(raw[:, :, :1])
    steps = torch.exp(2 * torch.tanh(raw[:, :, 1:])) / (KNOTS - 1)
    curves = torch.cat([first, first + torch.cumsum(steps, 2)], 2)
    matrix = torch.eye(3) + 0.6 * torch.tanh(answer[:, CURVES:LIGHT].view(-1, 3, 3))
    # Black stays black and white white: what is between them comes nearer to either.
    rise = torch.cumsum(torch.exp(1.3 * torch.tanh(answer[:, LIGHT:])), 1)
    light = F.pad(rise / rise[:, -1:], (1, 0))[:, None]
    # Rows that sum to one keep grey grey: the curves alone set the white balance.
    return curves, matrix / matrix.sum(2, keepdim=True), light


def seen(points):
    """What the network is shown of [n, 3, 64, 64]: statistics [n, 312], means and colours [n, 3, 16, 16]."""
    guesses = light_guesses(F.avg_pool2d(points, 2))
    statistics = torch.cat([2 * quantiles(points) - 1, guesses], 1)
    return statistics, F.avg_pool2d(points, SHRINK), points[:, :, ::SHRINK, ::SHRINK]


def luma_of(x):
    return (x * x.new_tensor([0.299, 0.587, 0.114]).view(1, 3, 1, 1)).sum(1, keepdim=True)


def quantiles(points):
    """How red, green, blue, luma, the most and the least of a colour, and their difference, are spread."""
    most, least = points.amax(1, keepdim=True), points.amin(1, keepdim=True)
    values = torch.cat([points, luma_of(points), most, least, most - least], 1).flatten(2)
    ranked = torch.sort(values, 2)[0]
    count = POINTS * POINTS
    ends = ranked[:, :, RANKS], ranked[:, :, [count - 1 - rank for rank in RANKS]]
    return torch.cat([ends[0], F.avg_pool1d(ranked, count // EVEN), ends[1]], 2).flatten(1)


def light_guesses(x):
    """What the classics take for the light's colour: grey world, shades of grey, grey edge, and the
    darkest there is (Finlayson & Trezzi 2004, van de Weijer 2007). [n, 18]"""
    mean = x.mean((2, 3))
    light = x.pow(6).mean((2, 3)).clamp(min=1e-8).pow(1 / 6)
    dark = 1 - (1 - x).pow(12).mean((2, 3)).clamp(min=1e-8).pow(1 / 12)
    across, down = x[..., 1:] - x[..., :-1], x[..., 1:, :] - x[..., :-1, :]
    edge = across.pow(2).mean((2, 3)) + down.pow(2).mean((2, 3))
    edge = edge.clamp(min=1e-6).sqrt()
    logs = [torch.log(guess.clamp(min=1e-3)) for guess in (mean, light, edge)]
    ratios = [guess - guess.mean(1, keepdim=True) for guess in logs]
    return torch.cat([mean, light, dark, *(4 * ratio for ratio in ratios)], 1)


def around(luma):
    """How light it is around every place, up to its edges: a fast guided filter (He & Sun 2015)."""
    mean = lambda plane: F.avg_pool2d(F.pad(plane, (1,) * 4, mode="replicate"), 3, 1)
    means = mean(luma)
    variance = (mean(luma * luma) - means * means).clamp(min=0)
    follow = variance / (variance + TEXTURE)
    return (mean(follow) * luma + mean(means * (1 - follow))).clamp(0, 1)


def toned(curves, matrix, x):
    """Curves by linear interpolation, then the matrix; x [n, 3, 16, 16] in 0..1."""
    return torch.einsum("noi,nihw->nohw", matrix, interpolated(curves, x))


def lit(light, x):
    """The light around."""
    place = around(luma_of(x).clamp(0, 1)).clamp(min=0.004)
    gain = interpolated(light, place) / place
    # What is lifted must not clip: a channel that is at its most stays there.
    most = x.amax(1, keepdim=True).clamp(0, 1)
    return x * gain / (1 + (gain - 1).clamp(min=0) * most)


def apply(curves, matrix, light, x):
    return lit(light, toned(curves, matrix, x))
