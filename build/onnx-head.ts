import type { OnnxGraphBuilder } from './onnx-graph-builder.ts'
import { halfFloats, intAttribute, intsAttribute, node } from './onnx-writer.ts'

/** A layer of our own on what a network has seen by one of its tensors: weights, then biases, half floats. */
export interface OwnHead {
  readonly tensor: string
  readonly weights: Uint8Array
  /** What it looks at of the tensor's 12 x 12 places. */
  readonly half: keyof typeof HALVES
}

/** Halves of 12 x 12 places of 128 values, averaged by fours. */
const HALVES = { upper: { from: 0, to: 6 }, lower: { from: 6, to: 12 } } as const
const SHAPE = { channels: 128, rows: 3, columns: 6 }
const FLOAT = 1

/**
 * Adds a head to a network that is being written.
 * @returns the name of its answers, [1, n, 1, 1], and how many there are
 */
export function addHead(
  builder: OnnxGraphBuilder,
  { tensor, weights, half }: OwnHead,
): { readonly answers: string; readonly count: number } {
  const { channels, rows, columns } = SHAPE
  const each = channels * rows * columns
  const floats = new Uint16Array(new Uint8Array(weights).buffer)
  const count = floats.length / (each + 1)
  if (!Number.isInteger(count)) throw new Error('a head of another shape')
  const { from, to } = HALVES[half]
  const ends = [from, to].map((end) => builder.integers([end]))
  const part = builder.value('Slice', [tensor, ...ends, builder.integers([2])])
  const seen = builder.value(
    'AveragePool',
    [part],
    [intsAttribute('kernel_shape', [2, 2]), intsAttribute('strides', [2, 2])],
  )
  const constant = (name: string, shape: readonly number[], values: Uint16Array) => {
    builder.tensors.push(halfFloats(`${name}half`, shape, values))
    builder.nodes.push(node('Cast', [`${name}half`], name, [intAttribute('to', FLOAT)]))
    return name
  }
  const answers = builder.value(
    'Conv',
    [
      seen,
      constant(
        `${half}Weights`,
        [count, channels, rows, columns],
        floats.subarray(0, count * each),
      ),
      constant(`${half}Biases`, [count], floats.subarray(count * each)),
    ],
    [intsAttribute('kernel_shape', [rows, columns])],
  )
  return { answers, count }
}
