"""Channels of a network filled up with zeros to multiples of four.

ONNX Runtime 1.30 answers wrongly by WebGPU where a convolution has 18 or 27 channels; the answers stay what they are.
"""
import numpy as np
import onnx
from onnx import numpy_helper

PASSED_ON = ("Sub", "Relu", "Resize", "Sigmoid")


def fill_channels(path):
    """Of a chain of convolutions, concatenations and what leaves channels alone; the answer keeps its own channels."""
    model = onnx.load(path)
    graph = model.graph
    weights = {weight.name: weight for weight in graph.initializer}
    halves = {node.output[0]: node.input[0] for node in graph.node if node.op_type == "Cast"}
    given = graph.input[0]
    count = given.type.tensor_type.shape.dim[1].dim_value
    # Where the channels of a tensor lie among those that it has now.
    places = {given.name: (list(range(count)), count)}
    last = [node for node in graph.node if node.op_type == "Conv"][-1]
    for node in graph.node:
        if node.op_type in PASSED_ON:
            places[node.output[0]] = places[node.input[0]]
        elif node.op_type == "Concat":
            places[node.output[0]] = side_by_side([places[name] for name in node.input])
        elif node.op_type == "Conv":
            factors, offset = (weights[halves.get(name, name)] for name in node.input[1:])
            own = factors.dims[0]
            filled = own if node is last else -(-own // 4) * 4
            widen(factors, filled, places[node.input[0]])
            widen(offset, filled, None)
            places[node.output[0]] = (list(range(own)), filled)
    del graph.value_info[:]
    onnx.save(model, path)


def side_by_side(tensors):
    where, before = [], 0
    for own, count in tensors:
        where += [before + place for place in own]
        before += count
    return where, before


def widen(weight, rows, columns):
    values = numpy_helper.to_array(weight)
    shape = values.shape if columns is None else (values.shape[0], columns[1], *values.shape[2:])
    wide = np.zeros((rows, *shape[1:]), values.dtype)
    if columns is None:
        wide[: len(values)] = values
    else:
        wide[: len(values), columns[0]] = values
    weight.CopyFrom(numpy_helper.from_array(wide, weight.name))
