import { toObject } from 'flatbuffers/js/flexbuffers.js'
import { z } from 'zod'
import {
  type Bytes,
  floats,
  halfFloats,
  intAttribute,
  integers,
  intsAttribute,
  node,
  onnxOf,
  textAttribute,
  valueInfo,
} from './onnx-writer.ts'
import { readTflite, type TfliteGraph, type TfliteOperator, tensorType } from './tflite-graph.ts'

/** `BuiltinOperator` of tensorflow/lite/schema/schema.fbs. */
const builtin = {
  ADD: 0,
  CONV_2D: 3,
  DEPTHWISE_CONV_2D: 4,
  DEQUANTIZE: 6,
  MAX_POOL_2D: 17,
  MUL: 18,
  RESHAPE: 22,
  PAD: 34,
  STRIDED_SLICE: 45,
  PRELU: 54,
} as const
const VALID = 1
/** GridSample came with it. */
const OPSET = 16
const FLOAT = 1

/**
 * A TFLite network of the face mesh's operators as ONNX: NCHW instead of NHWC, one input `image`,
 * and all outputs end to end as one output `points`, [1, n, 1, 1]. Weights stay half floats.
 * @throws Error for an operator that is none of these
 */
export function onnxOfTflite(file: Uint8Array): Uint8Array {
  return new Conversion(readTflite(file)).onnx()
}

class Conversion {
  readonly #graph: TfliteGraph
  readonly #nodes: Bytes[] = []
  readonly #tensors: Bytes[] = []
  /** The stored tensor behind one that is only widened from half floats. */
  readonly #stored = new Map<number, number>()
  #fresh = 0

  constructor(graph: TfliteGraph) {
    this.#graph = graph
    for (const { code, inputs, outputs } of graph.operators) {
      if (code === builtin.DEQUANTIZE) this.#stored.set(outputs[0] ?? -1, inputs[0] ?? -1)
    }
  }

  onnx(): Uint8Array {
    const { operators, inputs, outputs } = this.#graph
    for (const operator of operators) {
      if (operator.code !== builtin.DEQUANTIZE) this.#convert(operator)
    }
    const lengths = outputs.map((output) => this.#shape(output).reduce((a, b) => a * b, 1))
    const joined = outputs.map((output) => name(output))
    this.#nodes.push(node('Concat', joined, 'points', [intAttribute('axis', 1)]))
    const [input = 0] = inputs
    const [, height = 0, width = 0, channels = 0] = this.#shape(input)
    const total = lengths.reduce((a, b) => a + b, 0)
    return onnxOf({
      nodes: [node('Identity', ['image'], name(input)), ...this.#nodes],
      tensors: this.#tensors,
      input: valueInfo('image', [1, channels, height, width]),
      output: valueInfo('points', [1, total, 1, 1]),
      opset: OPSET,
    })
  }

  #convert(operator: TfliteOperator) {
    const [first = 0, second = 0] = operator.inputs
    const output = name(operator.outputs[0] ?? 0)
    switch (operator.code) {
      case builtin.ADD:
        return this.#emit('Add', [name(first), name(second)], output)
      case builtin.MUL:
        return this.#emit('Mul', [name(first), this.#constant(second)], output)
      case builtin.CONV_2D:
        return this.#convolution(operator, 1, output)
      case builtin.DEPTHWISE_CONV_2D:
        return this.#convolution(operator, this.#shape(first)[3] ?? 1, output)
      case builtin.PRELU:
        return this.#emit('PRelu', [name(first), this.#slopes(second)], output)
      case builtin.MAX_POOL_2D:
        return this.#emit('MaxPool', [name(first)], output, [
          intsAttribute('kernel_shape', [operator.int32(4, 1), operator.int32(3, 1)]),
          ...stridesOf(operator),
        ])
      case builtin.PAD:
        return this.#emit('Pad', [name(first), this.#pads(second)], output)
      case builtin.RESHAPE:
        return this.#reshape(first, operator.outputs[0] ?? 0)
      case builtin.STRIDED_SLICE:
        // The one there is takes the whole.
        return this.#emit('Identity', [name(first)], output)
      case 'Landmarks2TransformMatrix':
        return this.#transformMatrix(operator)
      case 'TransformTensorBilinear':
        return this.#transformTensor(operator)
      case 'TransformLandmarks':
        return this.#transformLandmarks(name(first), name(second), output)
      default:
        throw new Error(`no operation of ONNX for ${operator.code}`)
    }
  }

  #convolution(operator: TfliteOperator, groups: number, output: string): void {
    const [input = 0, weights = 0, bias = 0] = operator.inputs
    const isDepthwise = groups > 1
    const [a = 1, height = 1, width = 1, d = 1] = this.#shape(weights)
    const shape = isDepthwise ? [d, 1, height, width] : [a, d, height, width]
    // OHWI to OIHW; depthwise 1HWC to C1HW.
    const order = isDepthwise ? [3, 0, 1, 2] : [0, 3, 1, 2]
    this.#emit(
      'Conv',
      [name(input), this.#turned(weights, shape, order), this.#constant(bias)],
      output,
      [
        intsAttribute('kernel_shape', [height, width]),
        intAttribute('group', groups),
        ...stridesOf(operator),
      ],
    )
  }

  #slopes(index: number): string {
    const channels = this.#shape(index).at(-1) ?? 1
    return this.#turned(index, [channels, 1, 1], [2, 0, 1])
  }

  #pads(index: number): string {
    const { bytes } = this.#tensor(index)
    const [n = [0, 0], h = [0, 0], w = [0, 0], c = [0, 0]] = [0, 1, 2, 3].map((axis) =>
      [0, 1].map((side) =>
        new DataView(bytes.buffer, bytes.byteOffset).getInt32(axis * 8 + side * 4, true),
      ),
    )
    const ends = (side: number) => [n, c, h, w].map((pair) => pair[side] ?? 0)
    return this.#integers([...ends(0), ...ends(1)])
  }

  #reshape(input: number, output: number): void {
    const shape = this.#shape(output)
    const [, , , channels = 1] = shape
    const wanted = shape.length === 4 ? [1, channels, 1, 1] : shape
    this.#emit('Reshape', [name(input), this.#integers(wanted)], name(output))
  }

  /**
   * The matrix from a square of output pixels into the plane of the points: about the points named,
   * upright by two of them (mediapipe/util/tflite/operations/landmarks_to_transform_matrix.cc, v2).
   */
  #transformMatrix({ inputs, outputs, customOptions }: TfliteOperator): void {
    const options = matrixOptions.parse(toObject(customOptions.slice().buffer))
    const points = name(inputs[0] ?? 0)
    const of = (type: string, ...from: string[]) => this.#value(type, from)
    const number = (value: number) => this.#floats([1], Float32Array.of(value))
    const pick = (from: string, index: number, axis: number) =>
      this.#value('Gather', [from, this.#integers([index])], [intAttribute('axis', axis)])
    const pointAt = (index: number) =>
      this.#value('Gather', [points, this.#integers([index])], [intAttribute('axis', 1)])
    const flat = (from: string) => of('Reshape', from, this.#integers([-1]))
    const across = of(
      'Sub',
      pointAt(options.right_rotation_idx),
      pointAt(options.left_rotation_idx),
    )
    const dx = flat(pick(across, 0, 2))
    const dy = flat(pick(across, 1, 2))
    const length = of('Sqrt', of('Add', of('Mul', dx, dx), of('Mul', dy, dy)))
    const cos = of('Div', dx, length)
    const sin = of('Div', dy, length)
    const subset = this.#value(
      'Gather',
      [points, this.#integers(options.subset_idxs)],
      [intAttribute('axis', 1)],
    )
    const x = flat(pick(subset, 0, 2))
    const y = flat(pick(subset, 1, 2))
    // Turned back by the angle of the two points.
    const turnedX = of('Add', of('Mul', cos, x), of('Mul', sin, y))
    const turnedY = of('Sub', of('Mul', cos, y), of('Mul', sin, x))
    const extreme = (type: string, from: string) =>
      this.#value(type, [from], [intsAttribute('axes', [0]), intAttribute('keepdims', 1)])
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
    const joined = this.#value('Concat', rows, [intAttribute('axis', 0)])
    this.#emit('Reshape', [joined, this.#integers([1, 4, 4])], name(outputs[0] ?? 0))
  }

  /** Bilinear reading of a tensor through a matrix (transform_tensor_bilinear.cc, v2). */
  #transformTensor({ inputs, outputs, customOptions }: TfliteOperator): void {
    const [input = 0, matrix = 0] = inputs
    const size = sizeOptions.parse(toObject(customOptions.slice().buffer))
    const [, height = 1, width = 1] = this.#shape(input)
    const places = new Float32Array(size.output_width * size.output_height * 2)
    for (let at = 0; at < places.length / 2; at++) {
      places[at * 2] = (at % size.output_width) + 0.5
      places[at * 2 + 1] = Math.floor(at / size.output_width) + 0.5
    }
    const centres = this.#floats([1, places.length / 2, 2], places)
    const read = this.#value('', [])
    this.#transformLandmarks(centres, name(matrix), read)
    // GridSample counts from -1 to 1, borders at the outer pixels' edges.
    const scaled = this.#value('Mul', [
      read,
      this.#floats([2], Float32Array.of(2 / width, 2 / height)),
    ])
    const grid = this.#value('Sub', [scaled, this.#floats([1], Float32Array.of(1))])
    const shape = this.#integers([1, size.output_height, size.output_width, 2])
    const shaped = this.#value('Reshape', [grid, shape])
    this.#emit('GridSample', [name(input), shaped], name(outputs[0] ?? 0), [
      intAttribute('align_corners', 0),
      textAttribute('mode', 'bilinear'),
      textAttribute('padding_mode', 'zeros'),
    ])
  }

  /** Points [1, n, 2] through a 4 x 4 matrix of which the plane alone counts. */
  #transformLandmarks(points: string, matrix: string, output: string): void {
    const rows = this.#value('Gather', [matrix, this.#integers([0, 1])], [intAttribute('axis', 1)])
    const turn = this.#value('Gather', [rows, this.#integers([0, 1])], [intAttribute('axis', 2)])
    const shift = this.#value('Gather', [rows, this.#integers([3])], [intAttribute('axis', 2)])
    const swap = [intsAttribute('perm', [0, 2, 1])]
    const turned = this.#value('MatMul', [points, this.#value('Transpose', [turn], swap)])
    this.#emit('Add', [turned, this.#value('Transpose', [shift], swap)], output)
  }

  #tensor(index: number) {
    const tensor = this.#graph.tensors[this.#stored.get(index) ?? index]
    if (tensor === undefined) throw new Error(`no tensor ${index}`)
    return tensor
  }

  #shape(index: number): readonly number[] {
    return this.#tensor(index).shape
  }

  #constant(index: number): string {
    const { shape } = this.#tensor(index)
    return this.#turned(
      index,
      shape,
      shape.map((_, axis) => axis),
    )
  }

  /** A constant with its axes in another order, widened to floats. */
  #turned(index: number, shape: readonly number[], order: readonly number[]): string {
    const { bytes, type, shape: stored } = this.#tensor(index)
    const made = `constant${index}`
    if (type === tensorType.float32) {
      const values = new Float32Array(bytes.slice().buffer)
      this.#tensors.push(floats(made, shape, permuted(values, values.slice(), stored, order)))
      return made
    }
    if (type !== tensorType.float16) throw new Error(`a constant of type ${type}`)
    const halves = new Uint16Array(bytes.slice().buffer)
    this.#tensors.push(
      halfFloats(`${made}half`, shape, permuted(halves, halves.slice(), stored, order)),
    )
    this.#emit('Cast', [`${made}half`], made, [intAttribute('to', FLOAT)])
    return made
  }

  #integers(values: readonly number[]): string {
    const made = `integers${this.#fresh++}`
    this.#tensors.push(integers(made, values))
    return made
  }

  #floats(shape: readonly number[], values: Float32Array): string {
    const made = `floats${this.#fresh++}`
    this.#tensors.push(floats(made, shape, values))
    return made
  }

  /** A name for a value in between, made by a node where a type is given. */
  #value(type: string, inputs: readonly string[], attributes: readonly Bytes[] = []): string {
    const made = `value${this.#fresh++}`
    if (type !== '') this.#emit(type, inputs, made, attributes)
    return made
  }

  #emit(
    type: string,
    inputs: readonly string[],
    output: string,
    attributes: readonly Bytes[] = [],
  ) {
    this.#nodes.push(node(type, inputs, output, attributes))
  }
}

const name = (index: number): string => `tensor${index}`

const sizeOptions = z.object({ output_height: z.number(), output_width: z.number() })
const matrixOptions = sizeOptions.extend({
  left_rotation_idx: z.number(),
  right_rotation_idx: z.number(),
  scale_x: z.number(),
  scale_y: z.number(),
  subset_idxs: z.array(z.number()),
})

/** Padding and strides, which convolutions and pools keep in the same fields. */
const stridesOf = (operator: TfliteOperator): readonly Bytes[] => [
  intsAttribute('strides', [operator.int32(2, 1), operator.int32(1, 1)]),
  textAttribute('auto_pad', operator.int8(0, 0) === VALID ? 'VALID' : 'SAME_UPPER'),
]

/** Values of a tensor with its axes taken in another order. */
function permuted<Values extends Float32Array | Uint16Array>(
  values: Values,
  result: Values,
  shape: readonly number[],
  order: readonly number[],
): Values {
  const strides = shape.map((_, axis) => shape.slice(axis + 1).reduce((a, b) => a * b, 1))
  const lengths = order.map((axis) => shape[axis] ?? 1)
  const steps = order.map((axis) => strides[axis] ?? 1)
  const counter = lengths.map(() => 0)
  for (let to = 0; to < values.length; to++) {
    const from = counter.reduce((sum, count, axis) => sum + count * (steps[axis] ?? 0), 0)
    result[to] = values[from] ?? 0
    for (let axis = counter.length - 1; axis >= 0; axis--) {
      counter[axis] = (counter[axis] ?? 0) + 1
      if ((counter[axis] ?? 0) < (lengths[axis] ?? 1)) break
      counter[axis] = 0
    }
  }
  return result
}
