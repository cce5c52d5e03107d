/** Complete ONNX networks of a few nodes, written by hand. */

const varint = (value: number): number[] => {
  const bytes: number[] = []
  let rest = value
  while (rest > 127) {
    bytes.push((rest & 127) | 128)
    rest >>>= 7
  }
  bytes.push(rest)
  return bytes
}
const integer = (field: number, value: number) => [...varint(field << 3), ...varint(value)]
const bytes = (field: number, content: readonly number[]) => [
  ...varint((field << 3) | 2),
  ...varint(content.length),
  ...content,
]
const text = (field: number, value: string) => bytes(field, [...new TextEncoder().encode(value)])

const intAttribute = (name: string, value: number) => [
  ...text(1, name),
  ...integer(3, value),
  ...integer(20, 2),
]
const intsAttribute = (name: string, values: readonly number[]) => [
  ...text(1, name),
  ...values.flatMap((value) => integer(8, value)),
  ...integer(20, 7),
]
const node = (type: string, inputs: string[], output: string, attributes: number[][]) => [
  ...inputs.flatMap((input) => text(1, input)),
  ...text(2, output),
  ...text(4, type),
  ...attributes.flatMap((attribute) => bytes(5, attribute)),
]
const valueInfo = (name: string, shape: readonly (number | string)[]) => {
  const dims = shape.flatMap((length) =>
    bytes(1, typeof length === 'number' ? integer(1, length) : text(2, length)),
  )
  const tensorType = [...integer(1, 1), ...bytes(2, dims)]
  return [...text(1, name), ...bytes(2, bytes(1, tensorType))]
}

const floats = (name: string, shape: readonly number[], values: Float32Array) => [
  ...shape.flatMap((length) => integer(1, length)),
  ...integer(2, 1),
  ...text(8, name),
  ...bytes(9, [...new Uint8Array(values.buffer, values.byteOffset, values.byteLength)]),
]
const conv3x3 = (input: string, weights: string, output: string) =>
  node('Conv', [input, weights], output, [
    intsAttribute('kernel_shape', [3, 3]),
    intsAttribute('pads', [1, 1, 1, 1]),
  ])

interface Graph {
  readonly nodes: readonly number[][]
  readonly tensors: readonly number[][]
  readonly input: number[]
  readonly output: number[]
}

function modelOf({ nodes, tensors, input, output }: Graph): Uint8Array {
  const graph = [
    ...nodes.flatMap((content) => bytes(1, content)),
    ...text(2, 'tiny'),
    ...tensors.flatMap((content) => bytes(5, content)),
    ...bytes(11, input),
    ...bytes(12, output),
  ]
  const opset = bytes(8, [...text(1, ''), ...integer(2, 13)])
  return Uint8Array.from([...integer(1, 8), ...bytes(7, graph), ...opset])
}

/** Luma in, luma of twice the size out: Conv 3x3, then DepthToSpace by 2; `weights` are 4 x 1 x 3 x 3. */
export const tinyEnlargerOnnx = (weights: Float32Array): Uint8Array =>
  modelOf({
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
  return modelOf({
    nodes: others.map((output, at) => conv3x3(names[at] ?? first, 'weights', output)),
    tensors: [floats('weights', [channels, channels, 3, 3], weights)],
    input: valueInfo(first, [1, channels, 'h', 'w']),
    output: valueInfo(names[count] ?? first, [1, channels, 'h', 'w']),
  })
}
