"""What a mended picture is judged by."""
import torch

from colour_network import LIGHT_STEPS, apply, lit, toned

"""Below this mean squared error a picture counts as mended: 40 dB; an untouched one as left alone: 34."""
MENDED, LEFT_ALONE = 1e-4, 4e-4
"""How much of a look the product gives: core/imaging/tools/enhance/restraint.ts, enhance.ts."""
LEAST, LEAST_TO, WHOLE_FROM = 0.35, 0.05, 0.09
BLACKEST, MAYBE_VEILED, VEILED = 0.005, 0.02, 0.05
LIGHT_POWER = 0.2


def to_linear(x):
    return torch.where(x <= 0.04045, x / 12.92, ((x.clamp(min=0) + 0.055) / 1.055) ** 2.4)


def oklab(x):
    """Perceptual colour of sRGB values (Ottosson 2020)."""
    m1 = x.new_tensor([[0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566], [0.0883024619, 0.2817188376, 0.6299787005]])
    m2 = x.new_tensor([[0.2104542553, 0.793617785, -0.0040720468], [1.9779984951, -2.428592205, 0.4505937099], [0.0259040371, 0.7827717662, -0.808675766]])
    lms = torch.einsum("oi,nihw->nohw", m1, to_linear(x.clamp(0, 1)))
    return torch.einsum("oi,nihw->nohw", m2, lms.clamp(min=1e-6) ** (1 / 3))


def skin(x):
    """Skin of any tone by its hue (YCbCr box), 1 or 0: its colour counts twice."""
    r, g, b = x[:, :1], x[:, 1:2], x[:, 2:]
    cb = -0.169 * r - 0.331 * g + 0.5 * b
    cr = 0.5 * r - 0.419 * g - 0.081 * b
    return ((cr > 0.03) & (cr < 0.2) & (cb < -0.01) & (cb > -0.2) & (r > 0.15)).float()


def smoothstep(low, high, value):
    step = ((value - low) / (high - low)).clamp(0, 1)
    return step * step * (3 - 2 * step)


def restrained(curves, matrix, light, x):
    """As the product applies a look: less of one that changes little, unless the picture has no black."""
    tones = toned(curves, matrix, x)
    change = (oklab(lit(light, tones)) - oklab(x)).norm(dim=1).mean((1, 2))
    ranked = to_linear(x.flatten(2).sort(2)[0])
    black = ranked[:, :, int(BLACKEST * ranked.shape[2])].amin(1)
    share = LEAST + (1 - LEAST) * smoothstep(LEAST_TO, WHOLE_FROM, change)
    share = torch.maximum(share, smoothstep(MAYBE_VEILED, VEILED, black))
    even = torch.linspace(0, 1, LIGHT_STEPS + 1)
    given = even + share.pow(LIGHT_POWER).view(-1, 1, 1) * (light - even)
    return lit(given, x + share.view(-1, 1, 1, 1) * (tones - x))


def losses(look, spoiled, good, untouched):
    """Decibels, since those are what is counted, and the colour that is seen. Nothing holds a guess back but
    its doubts: what a product dares to give of it is another question."""
    mended = apply(*look, spoiled)
    weight = 1 + skin(good)
    weight = weight / weight.mean((2, 3), keepdim=True)
    squared = lambda x: ((x - good).square() * weight).mean((1, 2, 3))
    floor = torch.where(untouched, LEFT_ALONE, MENDED)
    decibels = torch.log10(squared(mended) + floor).mean()
    wanted = oklab(good)
    seen = ((oklab(mended) - wanted).square().sum(1, keepdim=True) + 1e-8).sqrt() * weight
    outside = (mended - mended.clamp(0, 1)).abs().mean()
    even = torch.linspace(0, 1, LIGHT_STEPS + 1)
    return 0.4 * decibels + 25 * seen.mean() + outside + 0.3 * (look[2] - even).square().mean()


def measure(look, spoiled, good, untouched):
    """Over spoiled pictures: mean gain in dB, cut of the OKLab difference, share of those that are
    better; and the change of good ones (x100): mean, and what 95 % of them stay under."""
    with torch.no_grad():
        mended = restrained(*look, spoiled).clamp(0, 1)
    psnr = lambda x: -10 * torch.log10(((x - good) ** 2).mean((1, 2, 3)).clamp(min=1e-8))
    distance = lambda x: (oklab(x) - oklab(good)).norm(dim=1).mean((1, 2))
    gains = psnr(mended) - psnr(spoiled)
    change = 100 * distance(mended)[untouched]
    before, after = distance(spoiled), distance(mended)
    large = ~untouched & (before >= before[~untouched].median())
    small = ~untouched & ~large
    mean = lambda values: round(values.mean().item(), 2) + 0.0
    better = lambda which: 100 * (after < before)[which].float().mean().item()
    return (
        f"gain {mean(gains[~untouched]):.2f} dB ({mean(gains[large]):.2f} of large, {mean(gains[small]):.2f} of small faults), "
        f"difference cut by {100 * (1 - (after[~untouched].mean() / before[~untouched].mean()).item()):.0f} %, "
        f"better {better(large):.0f} % and {better(small):.0f} %, "
        f"change of good ones {change.mean().item():.2f}, 95 % under {change.quantile(0.95).item():.2f}"
    )
