"""Steps of a training. On a graphics processor a step is recorded once and replayed, which takes
the time of its arithmetic and not of some hundred calls."""
import math
import time

import torch
from torch import nn

WARM_UP = 300
EMA = 0.999
CLIP = 0.5
WAIT_EVERY = 50


class Steps:
    """Takes steps of a network and of its running average by a loss `loss(squared)`."""

    def __init__(self, network, average, loss):
        self.network, self.average, self.loss = network, average, loss
        self.device = next(network.parameters()).device
        self.recorded = {}
        on_gpu = self.device.type == "cuda"
        self.rate = torch.tensor(0.0, device=self.device) if on_gpu else 0.0
        # How much of the new weights the average takes up.
        self.share = torch.tensor(1.0, device=self.device)
        self.optimiser = torch.optim.Adam(network.parameters(), self.rate, **({"capturable": True} if on_gpu else {}))

    def take(self, step, rate, squared):
        """One step at this rate. The first steps are soon forgotten by the average."""
        self.share.fill_(1 - min(EMA, (step + 1) / (step + 10)))
        if self.device.type != "cuda":
            for group in self.optimiser.param_groups:
                group["lr"] = rate
            return self.run(squared)
        self.rate.fill_(rate)
        for group in self.optimiser.param_groups:
            group["lr"] = self.rate
        if squared not in self.recorded:
            self.recorded[squared] = self.record(squared)
        graph, loss = self.recorded[squared]
        graph.replay()
        if step % WAIT_EVERY == 0:
            torch.cuda.synchronize()
        return loss

    def record(self, squared):
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(3):
                self.run(squared)
        torch.cuda.current_stream().wait_stream(side)
        graph = torch.cuda.CUDAGraph()
        self.optimiser.zero_grad(set_to_none=True)
        with torch.cuda.graph(graph):
            loss = self.run(squared)
        return graph, loss

    def run(self, squared):
        self.optimiser.zero_grad(set_to_none=True)
        loss = self.loss(squared)
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), CLIP)
        self.optimiser.step()
        with torch.no_grad():
            for kept, new in zip(self.average.parameters(), self.network.parameters()):
                kept.lerp_(new, self.share)
        return loss.detach()


class Schedule:
    """How far a training has come, by minutes or by steps, and what rate that asks for."""

    def __init__(self, arguments, spent):
        self.arguments, self.began = arguments, time.time() - spent

    def done(self, step):
        if self.arguments.steps:
            return step / self.arguments.steps
        return self.spent() / (self.arguments.minutes * 60)

    def spent(self):
        return time.time() - self.began

    def rate(self, step):
        warm_up = min(WARM_UP, (self.arguments.steps or math.inf) / 5)
        falling = 0.5 + 0.5 * math.cos(math.pi * min(1, self.done(step)))
        return (self.arguments.rate * falling + 1e-6) * min(1, (step + 1) / warm_up)
