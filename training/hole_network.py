"""The network that guesses roughly what belongs in a hole of a picture."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.utils import spectral_norm

WIDTHS = (32, 48, 64, 96)


class Gated(nn.Module):
    """A convolution and what lets it through: what is known of a place is told apart from what is not (Yu et al. 2019)."""

    def __init__(self, given, made, side=3, stride=1, apart=1):
        super().__init__()
        self.both = nn.Conv2d(given, made * 2, side, stride, apart * (side // 2), apart)

    def forward(self, x):
        value, gate = self.both(x).chunk(2, 1)
        return F.elu(value) * torch.sigmoid(gate)


class Attention(nn.Module):
    """Every place looks at every other: windows repeat, faces have two halves."""

    def __init__(self, width, heads=4):
        super().__init__()
        self.heads, self.before = heads, nn.GroupNorm(1, width)
        self.ask, self.answer = nn.Conv2d(width, width * 3, 1), nn.Conv2d(width, width, 1)
        self.place = nn.Conv2d(width, width, 3, 1, 1, groups=width)
        nn.init.zeros_(self.answer.weight)

    def forward(self, x):
        count, width, high, wide = x.shape
        inside = self.before(x)
        inside = inside + self.place(inside)
        parts = self.ask(inside).reshape(count, 3, self.heads, width // self.heads, high * wide)
        query, key, value = parts[:, 0], parts[:, 1], parts[:, 2]
        like = torch.softmax(query.transpose(2, 3) @ key * (width // self.heads) ** -0.5, 3)
        seen = (value @ like.transpose(2, 3)).reshape(count, width, high, wide)
        return x + self.answer(seen)


class HoleGuess(nn.Module):
    """Red, green, blue (0..1, 0 in the hole) and the hole (1), [n, 4, h, w], h and w by eights, to colours at half the size."""

    def __init__(self):
        super().__init__()
        a, b, c, d = WIDTHS
        self.first = Gated(4, a, 5, 2)
        self.fine = Gated(a, b)
        self.middle = nn.Sequential(Gated(b, c, 3, 2), Gated(c, c))
        self.coarse = Gated(c, d, 3, 2)
        self.around = nn.ModuleList([Gated(d, d, 3, 1, apart) for apart in (1, 2, 4)])
        self.looks = nn.ModuleList([Attention(d), Attention(d)])
        self.to_middle, self.up_middle = nn.Conv2d(d, c, 1), Gated(c, c)
        self.to_fine, self.up_fine = nn.Conv2d(c, b, 1), Gated(b, a)
        self.last = nn.Conv2d(a, 3, 3, 1, 1)

    def forward(self, seen):
        hole = seen[:, 3:]
        fine = self.fine(self.first(torch.cat([(seen[:, :3] - 0.5) * (1 - hole), hole], 1)))
        middle = self.middle(fine)
        value = self.coarse(middle)
        for at, layer in enumerate(self.around):
            value = value + layer(value)
            if at < len(self.looks):
                value = self.looks[at](value)
        value = self.up_middle(F.interpolate(self.to_middle(value), scale_factor=2.0, mode="nearest") + middle)
        value = self.up_fine(F.interpolate(self.to_fine(value), scale_factor=2.0, mode="nearest") + fine)
        return self.last(value) * 0.25 + 0.5


class Critic(nn.Module):
    """Tells patches that were guessed from those that are photographs."""

    def __init__(self, width=48):
        super().__init__()
        sizes = [(4, width, 2), (width, width * 2, 2), (width * 2, width * 3, 1)]
        self.layers = nn.ModuleList([spectral_norm(nn.Conv2d(i, o, 4, s, 1)) for i, o, s in sizes])
        self.last = spectral_norm(nn.Conv2d(width * 3, 1, 3, 1, 1))

    def forward(self, picture, hole):
        value = torch.cat([picture * 2 - 1, hole], 1)
        for layer in self.layers:
            value = F.leaky_relu(layer(value), 0.2)
        return self.last(value)
