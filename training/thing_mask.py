"""U2-NetP as its authors published it (thing-mask's card names the file), made ready for this product.

`thing_mask.py u2netp.onnx OUT.onnx`: only the answer that is asked for is left, enlargements whose sizes were worked
out on the way have fixed factors, what is done to colours before it is done within, and weights are half floats.
"""
import hashlib
import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

PUBLISHED = "309c8469258dda742793dce0ebea8e6dd393174f89934733ecc8b14c76f4ddd8"
# Of a square that halves as often as the network does; enlargements are by the same factors in every such one.
SIDE_PX = 320
MEAN = (0.485, 0.456, 0.406)
DEVIATION = (0.229, 0.224, 0.225)
ANSWER = "mask"
# Nothing is divided by the brightest value of a black picture.
DARKEST = 1e-3


def lit(given, answer):
    """Colours of 0..1 by the brightest of them, then by the mean and deviation that the network was trained with."""
    three = [
        numpy_helper.from_array(np.float32(values).reshape(1, -1, 1, 1), name)
        for name, values in (("darkest", [DARKEST]), ("mean", MEAN), ("deviation", DEVIATION))
    ]
    nodes = [
        helper.make_node("ReduceMax", [given], ["brightest"], keepdims=1),
        helper.make_node("Max", ["brightest", "darkest"], ["divisor"]),
        helper.make_node("Div", [given, "divisor"], ["lit"]),
        helper.make_node("Sub", ["lit", "mean"], ["centred"]),
        helper.make_node("Div", ["centred", "deviation"], [answer]),
    ]
    return nodes, three


def used(nodes, answer):
    """Those of some nodes that an answer is worked out from."""
    wanted, kept = {answer}, []
    for node in reversed(nodes):
        if wanted.intersection(node.output):
            kept.insert(0, node)
            wanted.update(node.input)
    return kept


def enlarged(nodes, given, single):
    """The same nodes, each enlargement by its factor: twofold between stages, to the whole of a stage's own answer."""
    sides, channels, factors = {given: SIDE_PX}, {}, set()
    for node in nodes:
        kind = node.op_type
        side = next((sides[name] for name in node.input if name in sides), None)
        if side is None:
            continue
        if kind == "MaxPool":
            assert side % 2 == 0
            side //= 2
            del node.attribute[:]
            node.attribute.extend(
                [helper.make_attribute("kernel_shape", [2, 2]), helper.make_attribute("strides", [2, 2])]
            )
        elif kind == "Resize":
            factor = SIDE_PX // side if channels.get(node.input[0]) == 1 else 2
            side *= factor
            factors.add(factor)
            del node.input[1:]
            node.input.extend(["", f"by{factor}"])
            del node.attribute[:]
            node.attribute.extend(
                [
                    helper.make_attribute("mode", "linear"),
                    helper.make_attribute("coordinate_transformation_mode", "half_pixel"),
                ]
            )
        for name in node.output:
            sides[name] = side
            if kind == "Conv":
                channels[name] = 1 if node.input[1] in single else 2
    return [numpy_helper.from_array(np.float32([1, 1, f, f]), f"by{f}") for f in sorted(factors)]


def main(source, target):
    published = Path(source).read_bytes()
    assert hashlib.sha256(published).hexdigest() == PUBLISHED, "not the published file"
    old = onnx.load_model_from_string(published).graph
    single = {weight.name for weight in old.initializer if weight.dims[0] == 1}
    given, answer = old.input[0].name, old.output[0].name
    nodes = used(old.node, answer)
    constants = enlarged(nodes, given, single)
    nodes = used(nodes, answer)
    nodes[-1].output[0] = ANSWER
    inward, colours = lit("image", given)
    names = {name for node in nodes for name in node.input}
    halves = []
    for weight in old.initializer:
        if weight.name not in names:
            continue
        values = numpy_helper.to_array(weight).astype(np.float16)
        constants.append(numpy_helper.from_array(values, f"{weight.name}half"))
        halves.append(helper.make_node("Cast", [f"{weight.name}half"], [weight.name], to=TensorProto.FLOAT))
    graph = helper.make_graph(
        [*halves, *inward, *nodes],
        "thing-mask",
        [helper.make_tensor_value_info("image", TensorProto.FLOAT, [1, 3, "side", "side"])],
        [helper.make_tensor_value_info(ANSWER, TensorProto.FLOAT, [1, 1, "side", "side"])],
        [*constants, *colours],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=7)
    onnx.checker.check_model(model)
    onnx.save(model, target)


if __name__ == "__main__":
    main(*sys.argv[1:])
