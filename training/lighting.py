"""Light as photographs have it, for what a network is shown while it learns."""
import math
import random

import torch


def from_aside(picture):
    """A square picture, or several, in light that falls off across it from any side."""
    places = torch.linspace(-1, 1, picture.shape[-1], device=picture.device)
    away = random.uniform(0, 2 * math.pi)
    slope = places[None, :] * math.cos(away) + places[:, None] * math.sin(away)
    return picture * torch.exp(random.uniform(0.1, 0.5) * slope)
