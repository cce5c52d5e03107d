import {
  floats,
  intAttribute,
  intsAttribute,
  node,
  onnxOf,
  valueInfo,
} from '../../../build/onnx-writer.ts'

/** Complete ONNX networks of a few nodes. */

const conv3x3 = (input: string, weights: string, output: string) =>
  node('Conv', [input, weights], output, [
    intsAttribute('kernel_shape', [3, 3]),
    intsAttribute('pads', [1, 1, 1, 1]),
  ])

/** Luma in, luma of twice the size out: Conv 3x3, then DepthToSpace by 2; `weights` are 4 x 1 x 3 x 3. */
export const tinyEnlargerOnnx = (weights: Float32Array): Uint8Array =>
  onnxOf({
    nodes: [
      conv3x3('luma', 'weights', 'features'),
      node('DepthToSpace', ['features'], 'large', [intAttribute('blocksize', 2)]),
    ],
    tensors: [floats('weights', [4, 1, 3, 3], weights)],
    input: valueInfo('luma', [1, 1, 'h', 'w']),
    output: valueInfo('large', [1, 1, 'h2', 'w2']),
  })

/** Plain 3x3 convolutions one after another, `channels` in and out; each has the same weights. */
export function convolutionsOnnx(
  channels: number,
  count: number,
  weights: Float32Array,
): Uint8Array {
  const names = Array.from({ length: count + 1 }, (_, at) => `features${at}`)
  const [first = '', ...others] = names
  return onnxOf({
    nodes: others.map((output, at) => conv3x3(names[at] ?? first, 'weights', output)),
    tensors: [floats('weights', [channels, channels, 3, 3], weights)],
    input: valueInfo(first, [1, channels, 'h', 'w']),
    output: valueInfo(names[count] ?? first, [1, channels, 'h', 'w']),
  })
}
