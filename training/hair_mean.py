"""The mean of the weights of several states of one training of `hair.py`, with norms measured anew.

`python3 training/hair_mean.py a.pt b.pt c.pt`: writes training/work/hair.onnx. It errs less than each of them in what
only one of them sees.
"""
import random
import sys

import numpy as np
import torch
from hair import BATCH, HERE, HairNetwork, backgrounds, export, figures, heads, in_other_light, is_held, shown, varied_colours

CALIBRATED = 6
"""Batches on which the norms are measured."""


def mean_of(paths):
    states = [torch.load(path) for path in paths]
    network = HairNetwork()
    network.load_state_dict({
        name: sum(state[name] for state in states) / len(states) if first.is_floating_point() else first
        for name, first in states[0].items()
    })
    return network


def measure_norms(network, learnt):
    planes = torch.from_numpy(np.stack([h[1] for h in learnt])).float() / 255
    hairs = torch.from_numpy(np.stack([h[2] for h in learnt]))[:, None].float() / 255
    behind = backgrounds(40)
    for part in network.modules():
        if isinstance(part, torch.nn.BatchNorm2d):
            part.reset_running_stats()
            part.momentum = None
    network.train()
    with torch.no_grad():
        for _ in range(CALIBRATED):
            chosen = random.choices(range(len(learnt)), k=BATCH)
            network(in_other_light(shown(*varied_colours(planes[chosen], hairs[chosen], behind), True)[0]))


def main():
    torch.manual_seed(0)
    random.seed(0)
    torch.set_num_threads(1)
    known = list(heads())
    network = mean_of(sys.argv[1:])
    measure_norms(network, [head for head in known if not is_held(head[0])])
    print(figures(network, [head for head in known if is_held(head[0])]))
    export(network, f"{HERE}/work/hair.onnx")


if __name__ == "__main__":
    main()
