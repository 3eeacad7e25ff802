"""A toy of Segment Anything's form: the encoder passes the picture on, the decoder takes what is red as the thing."""

from __future__ import annotations

from pathlib import Path

import onnx
from onnx import TensorProto, helper

SIDE = 64
FLOAT = TensorProto.FLOAT


def write(folder: Path, side: int | str = SIDE) -> Path:
    """The folder, with both files in it."""
    folder.mkdir(parents=True, exist_ok=True)
    picture = helper.make_tensor_value_info("picture", FLOAT, [1, 3, side, side])
    seen = helper.make_tensor_value_info("image_embeddings", FLOAT, [1, 3, side, side])
    passed = helper.make_node("Identity", ["picture"], ["image_embeddings"])
    _write(folder / "encoder.onnx", helper.make_graph([passed], "encoder", [picture], [seen]))

    sizes = helper.make_tensor("sizes", TensorProto.INT64, [2], [1, 1])
    nodes = [
        helper.make_node("Split", ["image_embeddings"], ["red", "green", "blue"], axis=1, num_outputs=3),
        helper.make_node("Sub", ["red", "green"], ["redder"]),
        helper.make_node("Sub", ["redder", "limit"], ["logits"]),
        helper.make_node("Cast", ["orig_im_size"], ["size"], to=TensorProto.INT64),
        helper.make_node("ReduceMax", ["size"], ["longer"], keepdims=1),
        helper.make_node("Concat", ["sizes", "longer", "longer"], ["whole"], axis=0),
        helper.make_node("Resize", ["logits", "", "", "whole"], ["padded"], mode="nearest"),
        helper.make_node("Slice", ["padded", "nowhere", "size", "rows_and_columns"], ["masks"]),
        helper.make_node("ReduceMax", ["point_labels"], ["most"], keepdims=0),
        helper.make_node("Div", ["most", "four"], ["sure"]),
        helper.make_node("Reshape", ["sure", "sizes"], ["iou_predictions"]),
    ]
    given = [
        helper.make_tensor_value_info("image_embeddings", FLOAT, [1, 3, SIDE, SIDE]),
        helper.make_tensor_value_info("point_coords", FLOAT, [1, "points", 2]),
        helper.make_tensor_value_info("point_labels", FLOAT, [1, "points"]),
        helper.make_tensor_value_info("orig_im_size", FLOAT, [2]),
    ]
    found = [
        helper.make_tensor_value_info("masks", FLOAT, [1, 1, "height", "width"]),
        helper.make_tensor_value_info("iou_predictions", FLOAT, [1, 1]),
    ]
    constants = [
        sizes,
        helper.make_tensor("nowhere", TensorProto.INT64, [2], [0, 0]),
        helper.make_tensor("rows_and_columns", TensorProto.INT64, [2], [2, 3]),
        helper.make_tensor("limit", FLOAT, [1], [1.0]),
        helper.make_tensor("four", FLOAT, [1], [4.0]),
    ]
    _write(folder / "decoder.onnx", helper.make_graph(nodes, "decoder", given, found, constants))
    return folder


def _write(file: Path, graph: onnx.GraphProto) -> None:
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)
    onnx.checker.check_model(model)
    onnx.save(model, str(file))
