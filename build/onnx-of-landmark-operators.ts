import { toObject } from 'flatbuffers/js/flexbuffers.js'
import { z } from 'zod'
import type { OnnxGraphBuilder } from './onnx-graph-builder.ts'
import { intAttribute, intsAttribute, textAttribute } from './onnx-writer.ts'
import { nameOf as name, type TfliteOperator } from './tflite-graph.ts'

/** Three operators of MediaPipe's own, as plain ones. */

const sizeOptions = z.object({ output_height: z.number(), output_width: z.number() })
const matrixOptions = sizeOptions.extend({
  left_rotation_idx: z.number(),
  right_rotation_idx: z.number(),
  scale_x: z.number(),
  scale_y: z.number(),
  subset_idxs: z.array(z.number()),
})

/**
 * The matrix from a square of output pixels into the plane of the points: about the points named,
 * upright by two of them (mediapipe/util/tflite/operations/landmarks_to_transform_matrix.cc, v2).
 */
export function transformMatrix(
  builder: OnnxGraphBuilder,
  { inputs, outputs, customOptions }: TfliteOperator,
): void {
  const options = matrixOptions.parse(toObject(customOptions.slice().buffer))
  const points = name(inputs[0] ?? 0)
  const of = (type: string, ...from: string[]) => builder.value(type, from)
  const number = (value: number) => builder.floats([1], Float32Array.of(value))
  const pick = (from: string, index: number, axis: number) =>
    builder.value('Gather', [from, builder.integers([index])], [intAttribute('axis', axis)])
  const pointAt = (index: number) =>
    builder.value('Gather', [points, builder.integers([index])], [intAttribute('axis', 1)])
  const flat = (from: string) => of('Reshape', from, builder.integers([-1]))
  const across = of('Sub', pointAt(options.right_rotation_idx), pointAt(options.left_rotation_idx))
  const dx = flat(pick(across, 0, 2))
  const dy = flat(pick(across, 1, 2))
  const length = of('Sqrt', of('Add', of('Mul', dx, dx), of('Mul', dy, dy)))
  const cos = of('Div', dx, length)
  const sin = of('Div', dy, length)
  const subset = builder.value(
    'Gather',
    [points, builder.integers(options.subset_idxs)],
    [intAttribute('axis', 1)],
  )
  const x = flat(pick(subset, 0, 2))
  const y = flat(pick(subset, 1, 2))
  // Turned back by the angle of the two points.
  const turnedX = of('Add', of('Mul', cos, x), of('Mul', sin, y))
  const turnedY = of('Sub', of('Mul', cos, y), of('Mul', sin, x))
  const extreme = (type: string, from: string) =>
    builder.value(type, [from], [intsAttribute('axes', [0]), intAttribute('keepdims', 1)])
  const spanOf = (from: string) => {
    const [most, least] = [extreme('ReduceMax', from), extreme('ReduceMin', from)]
    return {
      size: of('Sub', most, least),
      middle: of('Mul', of('Add', most, least), number(0.5)),
    }
  }
  const [spanX, spanY] = [spanOf(turnedX), spanOf(turnedY)]
  const middleX = of('Sub', of('Mul', cos, spanX.middle), of('Mul', sin, spanY.middle))
  const middleY = of('Add', of('Mul', sin, spanX.middle), of('Mul', cos, spanY.middle))
  const scaleX = of('Mul', spanX.size, number(options.scale_x / options.output_width))
  const scaleY = of('Mul', spanY.size, number(options.scale_y / options.output_height))
  const [xx, xy] = [of('Mul', cos, scaleX), of('Neg', of('Mul', sin, scaleY))]
  const [yx, yy] = [of('Mul', sin, scaleX), of('Mul', cos, scaleY)]
  const back = (a: string, b: string) =>
    of(
      'Add',
      of('Mul', a, number(options.output_width / 2)),
      of('Mul', b, number(options.output_height / 2)),
    )
  const zero = number(0)
  const one = number(1)
  const rows = [
    [xx, xy, zero, of('Sub', middleX, back(xx, xy))],
    [yx, yy, zero, of('Sub', middleY, back(yx, yy))],
    [zero, zero, one, zero],
    [zero, zero, zero, one],
  ].flat()
  const joined = builder.value('Concat', rows, [intAttribute('axis', 0)])
  builder.emit('Reshape', [joined, builder.integers([1, 4, 4])], name(outputs[0] ?? 0))
}

/** Bilinear reading of a tensor through a matrix (transform_tensor_bilinear.cc, v2). */
export function transformTensor(
  builder: OnnxGraphBuilder,
  { inputs, outputs, customOptions }: TfliteOperator,
  inputShape: readonly number[],
): void {
  const [input = 0, matrix = 0] = inputs
  const size = sizeOptions.parse(toObject(customOptions.slice().buffer))
  const [, height = 1, width = 1] = inputShape
  const places = new Float32Array(size.output_width * size.output_height * 2)
  for (let at = 0; at < places.length / 2; at++) {
    places[at * 2] = (at % size.output_width) + 0.5
    places[at * 2 + 1] = Math.floor(at / size.output_width) + 0.5
  }
  const centres = builder.floats([1, places.length / 2, 2], places)
  const read = builder.value('', [])
  transformLandmarks(builder, centres, name(matrix), read)
  // GridSample counts from -1 to 1, borders at the outer pixels' edges.
  const scaled = builder.value('Mul', [
    read,
    builder.floats([2], Float32Array.of(2 / width, 2 / height)),
  ])
  const grid = builder.value('Sub', [scaled, builder.floats([1], Float32Array.of(1))])
  const shape = builder.integers([1, size.output_height, size.output_width, 2])
  const shaped = builder.value('Reshape', [grid, shape])
  builder.emit('GridSample', [name(input), shaped], name(outputs[0] ?? 0), [
    intAttribute('align_corners', 0),
    textAttribute('mode', 'bilinear'),
    textAttribute('padding_mode', 'zeros'),
  ])
}

/** Points [1, n, 2] through a 4 x 4 matrix of which the plane alone counts. */
export function transformLandmarks(
  builder: OnnxGraphBuilder,
  points: string,
  matrix: string,
  output: string,
): void {
  const rows = builder.value(
    'Gather',
    [matrix, builder.integers([0, 1])],
    [intAttribute('axis', 1)],
  )
  const turn = builder.value('Gather', [rows, builder.integers([0, 1])], [intAttribute('axis', 2)])
  const shift = builder.value('Gather', [rows, builder.integers([3])], [intAttribute('axis', 2)])
  const swap = [intsAttribute('perm', [0, 2, 1])]
  const turned = builder.value('MatMul', [points, builder.value('Transpose', [turn], swap)])
  builder.emit('Add', [turned, builder.value('Transpose', [shift], swap)], output)
}
