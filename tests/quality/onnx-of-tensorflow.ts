import {
  floats,
  intAttribute,
  node,
  onnxOf,
  textAttribute,
  valueInfo,
} from '../../build/onnx-writer.ts'
import type { Constant, Operation } from './tensorflow-graph.ts'

/** What each operation is called in ONNX. */
const types: Readonly<Record<string, string>> = {
  Conv2D: 'Conv',
  Add: 'Add',
  BiasAdd: 'Add',
  Sub: 'Sub',
  Mul: 'Mul',
  Abs: 'Abs',
  Relu: 'Relu',
  Tanh: 'Tanh',
  DepthToSpace: 'DepthToSpace',
  /** From NHWC to NCHW, in which everything is here from the start. */
  Transpose: 'Identity',
}

/** A TensorFlow enlarger of luma as the same network in ONNX. */
export function onnxOfTensorFlow(operations: readonly Operation[]): Uint8Array {
  const input = operations.find(({ type }) => type === 'Placeholder')
  const output = operations.at(-1)
  if (input === undefined || output === undefined) throw new Error('a graph without ends')
  const steps = operations.filter(({ type }) => type !== 'Const' && type !== 'Placeholder')
  return onnxOf({
    nodes: steps.map(nodeOf),
    tensors: operations.flatMap(({ name, constant }) =>
      constant === null ? [] : [tensorOf(name, constant)],
    ),
    input: valueInfo(input.name, [1, 1, 'height', 'width']),
    output: valueInfo(output.name, [1, 1, 'large height', 'large width']),
  })
}

function nodeOf({ name, type, inputs, blockSize }: Operation) {
  const known = types[type]
  if (known === undefined) throw new Error(`no operation of ONNX for ${type}`)
  if (type === 'Conv2D') return node(known, inputs, name, [textAttribute('auto_pad', 'SAME_UPPER')])
  if (type === 'DepthToSpace')
    return node(known, inputs, name, [intAttribute('blocksize', blockSize)])
  return node(known, known === 'Identity' ? inputs.slice(0, 1) : inputs, name)
}

/** Convolutions' weights from HWIO to OIHW; a value for each channel made to meet NCHW. */
function tensorOf(name: string, { shape, values }: Constant) {
  const [height = 0, width = 0, from = 0, to = 0] = shape
  if (shape.length < 4) return floats(name, shape.length === 0 ? [] : [height, 1, 1], values)
  const turned = new Float32Array(values.length)
  values.forEach((value, at) => {
    const place = Math.floor(at / (from * to))
    const channel = Math.floor(at / to) % from
    turned[((at % to) * from + channel) * height * width + place] = value
  })
  return floats(name, [to, from, height, width], turned)
}

/** What a training could change. */
export const parametersOf = (operations: readonly Operation[]): number =>
  operations.reduce(
    (sum, { constant }) =>
      sum + (constant === null || constant.shape.length === 0 ? 0 : constant.values.length),
    0,
  )
