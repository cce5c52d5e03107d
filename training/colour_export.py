"""Writes the colour network as .onnx, its weights as half floats."""
import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn

from colour_network import SIDE

"""Fewer numbers than these are not worth an operator that widens them."""
LARGE = 64


class OneAnswer(nn.Module):
    """As exported: curves red first, the matrix row by row, the light, in one tensor [n, 69, 1, 1]."""

    def __init__(self, network):
        super().__init__()
        self.network = network

    def forward(self, x):
        parts = [part.flatten(1) for part in self.network(x)]
        return torch.cat(parts, 1)[:, :, None, None]


def export(network, path):
    torch.onnx.export(
        OneAnswer(network), torch.zeros(1, 3, SIDE, SIDE), path,
        opset_version=13, input_names=["input"], output_names=["output"],
    )
    halve_weights(path)


def halve_weights(path):
    """Keeps large weights as half floats, which are widened when the network is loaded."""
    model = onnx.load(path)
    widened = []
    for weight in model.graph.initializer:
        values = numpy_helper.to_array(weight)
        if weight.data_type != TensorProto.FLOAT or values.size < LARGE:
            continue
        name = weight.name
        weight.CopyFrom(numpy_helper.from_array(values.astype(np.float16), name + ".half"))
        widened.append(helper.make_node("Cast", [name + ".half"], [name], to=TensorProto.FLOAT))
    for at, node in enumerate(widened):
        model.graph.node.insert(at, node)
    onnx.checker.check_model(model)
    onnx.save(model, path)
