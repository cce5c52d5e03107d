import { OnnxGraphBuilder } from './onnx-graph-builder.ts'
import type { OwnHead } from './onnx-head.ts'
import {
  transformLandmarks,
  transformMatrix,
  transformTensor,
} from './onnx-of-landmark-operators.ts'
import { joinOutputs } from './onnx-outputs.ts'
import {
  type Bytes,
  floats,
  halfFloats,
  intAttribute,
  intsAttribute,
  node,
  onnxOf,
  textAttribute,
  valueInfo,
} from './onnx-writer.ts'
import {
  builtin,
  nameOf as name,
  operatorsLeadingTo,
  readTflite,
  type TfliteGraph,
  type TfliteOperator,
  type TfliteTensor,
  tensorType,
} from './tflite-graph.ts'
import { padsIn, permuted, stridesIn, unpacked } from './tflite-values.ts'

/** `ActivationFunctionType`. */
const RELU_AFTER = 1
const RELU6_AFTER = 3
const VALID = 1
/** GridSample came with it. */
const OPSET = 16
const FLOAT = 1

/**
 * A TFLite network of MediaPipe's for faces, people, poses or hands as ONNX: NCHW
 * instead of NHWC, one input `image`. A picture comes out as such; several outputs, each channels
 * last, end to end as one, [1, n, 1, 1]. Weights stay half floats.
 * @throws Error for an operator that none of them has
 */
export function onnxOfTflite(file: Uint8Array, wanted: WantedNetwork): Uint8Array {
  return new Conversion(readTflite(file), wanted).onnx()
}

export interface WantedNetwork {
  /** Name of what comes out. */
  readonly output: string
  /** Which of its outputs are wanted; all where none is named. */
  readonly only?: readonly number[]
  /** Layers of our own, whose answers come behind all others in this order. */
  readonly heads?: readonly OwnHead[]
}

class Conversion {
  readonly #graph: TfliteGraph
  readonly #builder = new OnnxGraphBuilder()
  /** The stored tensor behind one that is only widened from half floats, or unpacked. */
  readonly #stored = new Map<number, number>()
  readonly #wanted: WantedNetwork
  /** Constants that stand in the network already. */
  readonly #made = new Set<string>()

  constructor(graph: TfliteGraph, wanted: WantedNetwork) {
    this.#graph = graph
    this.#wanted = wanted
    for (const { code, inputs, outputs } of graph.operators) {
      if (isStorage(code)) this.#stored.set(outputs[0] ?? -1, inputs[0] ?? -1)
    }
  }

  onnx(): Uint8Array {
    const { output, only, heads } = this.#wanted
    const outputs = this.#graph.outputs.filter((_, at) => only?.includes(at) ?? true)
    for (const operator of operatorsLeadingTo(this.#graph, outputs)) {
      if (!isStorage(operator.code)) this.#convert(operator)
    }
    const made = outputs.map((each) => ({ name: name(each), shape: this.#shape(each) }))
    const shape = joinOutputs(this.#builder, made, output, heads)
    const [input = 0] = this.#graph.inputs
    const [, height = 0, width = 0, channels = 0] = this.#shape(input)
    return onnxOf({
      nodes: [node('Identity', ['image'], name(input)), ...this.#builder.nodes],
      tensors: this.#builder.tensors,
      input: valueInfo('image', [1, channels, height, width]),
      output: valueInfo(output, shape),
      opset: OPSET,
    })
  }

  #convert(operator: TfliteOperator) {
    const [first = 0, second = 0] = operator.inputs
    const output = name(operator.outputs[0] ?? 0)
    switch (operator.code) {
      case builtin.ADD:
        return this.#activated(operator, 0, output, (made) =>
          this.#builder.emit('Add', [name(first), name(second)], made),
        )
      case builtin.MUL:
        return this.#builder.emit('Mul', [name(first), this.#operand(second)], output)
      case builtin.LOGISTIC:
        return this.#builder.emit('Sigmoid', [name(first)], output)
      case builtin.RELU:
        return this.#builder.emit('Relu', [name(first)], output)
      case builtin.HARD_SWISH:
        return this.#builder.emit('HardSwish', [name(first)], output)
      case builtin.RESIZE_BILINEAR:
        return this.#resize(operator, output)
      case builtin.DEPTH_TO_SPACE:
        return this.#builder.emit('DepthToSpace', [name(first)], output, [
          intAttribute('blocksize', operator.int32(0, 1)),
        ])
      case builtin.AVERAGE_POOL_2D:
        return this.#pool('AveragePool', operator, output)
      case builtin.CONV_2D:
        return this.#convolution(operator, 1, output)
      case builtin.DEPTHWISE_CONV_2D:
        return this.#convolution(operator, this.#shape(first)[3] ?? 1, output)
      case builtin.CONCATENATION:
        return this.#concatenation(operator, output)
      case builtin.FULLY_CONNECTED:
        return this.#fullyConnected(operator, output)
      case builtin.MEAN:
        // Of a whole picture, for each channel.
        return this.#builder.emit('GlobalAveragePool', [name(first)], output)
      case builtin.PRELU:
        return this.#builder.emit('PRelu', [name(first), this.#slopes(second)], output)
      case builtin.MAX_POOL_2D:
        return this.#pool('MaxPool', operator, output)
      case builtin.PAD:
        return this.#builder.emit('Pad', [name(first), this.#pads(second)], output)
      case builtin.RESHAPE:
        return this.#reshape(first, operator.outputs[0] ?? 0)
      case builtin.STRIDED_SLICE:
        // The one there is takes the whole.
        return this.#builder.emit('Identity', [name(first)], output)
      case 'Convolution2DTransposeBias':
        return this.#transposedConvolution(operator, output)
      case 'Landmarks2TransformMatrix':
        return transformMatrix(this.#builder, operator)
      case 'TransformTensorBilinear':
        return transformTensor(this.#builder, operator, this.#shape(first))
      case 'TransformLandmarks':
        return transformLandmarks(this.#builder, name(first), name(second), output)
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
    this.#activated(operator, isDepthwise ? 4 : 3, output, (made) =>
      this.#builder.emit(
        'Conv',
        [name(input), this.#turned(weights, shape, order), this.#constant(bias)],
        made,
        [
          intsAttribute('kernel_shape', [height, width]),
          intAttribute('group', groups),
          ...stridesOf(operator),
        ],
      ),
    )
  }

  /** Of lists, which keep the order of their axes. */
  #concatenation({ inputs, outputs, int32 }: TfliteOperator, output: string): void {
    if (this.#shape(outputs[0] ?? 0).length === 4) throw new Error('a concatenation of pictures')
    this.#builder.emit('Concat', inputs.map(name), output, [intAttribute('axis', int32(0, 0))])
  }

  #fullyConnected(operator: TfliteOperator, output: string): void {
    const [input = 0, weights = 0, bias = 0] = operator.inputs
    this.#activated(operator, 0, output, (made) =>
      this.#builder.emit(
        'Gemm',
        [
          this.#builder.value('Flatten', [name(input)]),
          this.#constant(weights),
          this.#constant(bias),
        ],
        made,
        [intAttribute('transB', 1)],
      ),
    )
  }

  /** The step that an operator does to its own result, which its options name at `field`. */
  #activated(
    operator: TfliteOperator,
    field: number,
    output: string,
    emit: (made: string) => void,
  ): void {
    const activation = operator.int8(field, 0)
    if (activation === 0) {
      emit(output)
      return
    }
    const made = this.#builder.value('', [])
    emit(made)
    if (activation === RELU_AFTER) this.#builder.emit('Relu', [made], output)
    else if (activation === RELU6_AFTER) {
      const ends = [0, 6].map((end) => this.#builder.floats([], Float32Array.of(end)))
      this.#builder.emit('Clip', [made, ...ends], output)
    } else throw new Error(`no activation ${activation}`)
  }

  #pool(type: 'AveragePool' | 'MaxPool', operator: TfliteOperator, output: string): void {
    this.#builder.emit(type, [name(operator.inputs[0] ?? 0)], output, [
      intsAttribute('kernel_shape', [operator.int32(4, 1), operator.int32(3, 1)]),
      ...stridesOf(operator),
    ])
  }

  /** Bilinear, as `ResizeBilinearOptions` say where pixels lie. */
  #resize({ inputs, outputs, int8 }: TfliteOperator, output: string): void {
    const [, height = 1, width = 1] = this.#shape(inputs[0] ?? 0)
    const [, toHeight = 1, toWidth = 1] = this.#shape(outputs[0] ?? 0)
    const scales = Float32Array.of(1, 1, toHeight / height, toWidth / width)
    const places = int8(3, 0) !== 0 ? 'half_pixel' : 'asymmetric'
    const mode = int8(2, 0) !== 0 ? 'align_corners' : places
    this.#builder.emit(
      'Resize',
      [name(inputs[0] ?? 0), '', this.#builder.floats([4], scales)],
      output,
      [textAttribute('mode', 'linear'), textAttribute('coordinate_transformation_mode', mode)],
    )
  }

  #transposedConvolution({ inputs, outputs, customOptions }: TfliteOperator, output: string): void {
    const [input = 0, weights = 0, bias = 0] = inputs
    const [made = 1, height = 1, width = 1, taken = 1] = this.#shape(weights)
    const [across, down] = stridesIn(customOptions)
    const [, from = 1] = this.#shape(input)
    const [, to = 1] = this.#shape(outputs[0] ?? 0)
    if (across !== width || down !== height || from * down !== to)
      throw new Error('a transposed convolution that overlaps itself')
    const turned = this.#turned(weights, [taken, made, height, width], [3, 0, 1, 2])
    this.#builder.emit('ConvTranspose', [name(input), turned, this.#constant(bias)], output, [
      intsAttribute('kernel_shape', [height, width]),
      intsAttribute('strides', [down, across]),
    ])
  }

  #operand(index: number): string {
    return this.#tensor(index).bytes.length > 0 ? this.#constant(index) : name(index)
  }

  #slopes(index: number): string {
    const channels = this.#shape(index).at(-1) ?? 1
    return this.#turned(index, [channels, 1, 1], [2, 0, 1])
  }

  #pads(index: number): string {
    return this.#builder.integers(padsIn(this.#tensor(index).bytes))
  }

  #reshape(input: number, output: number): void {
    const shape = this.#shape(output)
    const [, , , channels = 1] = shape
    const wanted = shape.length === 4 ? [1, channels, 1, 1] : shape
    const [, height = 1, width = 1, ...rest] = this.#shape(input)
    // Values stand channels last in the shape that is wanted.
    const from =
      rest.length === 1 && height * width > 1
        ? this.#builder.value('Transpose', [name(input)], [intsAttribute('perm', [0, 2, 3, 1])])
        : name(input)
    this.#builder.emit('Reshape', [from, this.#builder.integers(wanted)], name(output))
  }

  #tensor(index: number): TfliteTensor {
    const stored = this.#stored.get(index)
    if (stored !== undefined) return this.#tensor(stored)
    const tensor = this.#graph.tensors[index]
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
    const { bytes, type, shape: stored, sparsity } = this.#tensor(index)
    const made = `constant${index}`
    // Layers may share one.
    if (this.#made.has(made)) return made
    this.#made.add(made)
    if (type === tensorType.float32) {
      const values = new Float32Array(bytes.slice().buffer)
      this.#builder.tensors.push(
        floats(made, shape, permuted(values, values.slice(), stored, order)),
      )
      return made
    }
    if (type !== tensorType.float16) throw new Error(`a constant of type ${type}`)
    const packed = new Uint16Array(bytes.slice().buffer)
    const halves = sparsity === null ? packed : unpacked(packed, stored, sparsity)
    this.#builder.tensors.push(
      halfFloats(`${made}half`, shape, permuted(halves, halves.slice(), stored, order)),
    )
    this.#builder.emit('Cast', [`${made}half`], made, [intAttribute('to', FLOAT)])
    return made
  }
}

/** Operators that only say how a constant is stored. */
const isStorage = (code: TfliteOperator['code']): boolean =>
  code === builtin.DEQUANTIZE || code === builtin.DENSIFY

/** Padding and strides, which convolutions and pools keep in the same fields. */
const stridesOf = (operator: TfliteOperator): readonly Bytes[] => [
  intsAttribute('strides', [operator.int32(2, 1), operator.int32(1, 1)]),
  textAttribute('auto_pad', operator.int8(0, 0) === VALID ? 'VALID' : 'SAME_UPPER'),
]
