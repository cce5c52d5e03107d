import type { OnnxGraphBuilder } from './onnx-graph-builder.ts'
import { addHead, type OwnHead } from './onnx-head.ts'
import { intAttribute } from './onnx-writer.ts'

/**
 * Makes one output of a network's own: one picture stays one; else all values come end to end, and those of our own
 * layers behind them.
 * @param outputs of the network; shapes are NHWC
 * @returns the shape of what is joined, NCHW
 */
export function joinOutputs(
  builder: OnnxGraphBuilder,
  outputs: readonly { readonly name: string; readonly shape: readonly number[] }[],
  output: string,
  heads: readonly OwnHead[] = [],
): readonly number[] {
  const [first, ...others] = outputs
  if (first === undefined) throw new Error('a network without outputs')
  const [, height = 1, width = 1, channels = 1] = first.shape
  if (others.length === 0 && height * width > 1) {
    builder.emit('Identity', [first.name], output)
    return [1, channels, height, width]
  }
  const lengths = outputs.map(({ shape }) => shape.reduce((a, b) => a * b, 1))
  const joined = outputs.map(({ name, shape }, index) =>
    shape.length === 4
      ? name
      : builder.value('Reshape', [name, builder.integers([1, lengths[index] ?? 0, 1, 1])]),
  )
  const own = heads.map((head) => addHead(builder, head))
  const all = [...joined, ...own.map(({ answers }) => answers)]
  builder.emit('Concat', all, output, [intAttribute('axis', 1)])
  const counts = [...lengths, ...own.map(({ count }) => count)]
  return [1, counts.reduce((a, b) => a + b, 0), 1, 1]
}
