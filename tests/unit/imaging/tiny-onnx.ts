/** A complete ONNX network of two nodes, written by hand: Conv 3x3, then DepthToSpace by 2. */

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

/** Luma in, luma of twice the size out; `weights` are 4 x 1 x 3 x 3. */
export function tinyEnlargerOnnx(weights: Float32Array): Uint8Array {
  const raw = [...new Uint8Array(weights.buffer, weights.byteOffset, weights.byteLength)]
  const tensor = [
    ...[4, 1, 3, 3].flatMap((length) => integer(1, length)),
    ...integer(2, 1),
    ...text(8, 'weights'),
    ...bytes(9, raw),
  ]
  const conv = node('Conv', ['luma', 'weights'], 'features', [
    intsAttribute('kernel_shape', [3, 3]),
    intsAttribute('pads', [1, 1, 1, 1]),
  ])
  const shuffle = node('DepthToSpace', ['features'], 'large', [intAttribute('blocksize', 2)])
  const graph = [
    ...bytes(1, conv),
    ...bytes(1, shuffle),
    ...text(2, 'tiny'),
    ...bytes(5, tensor),
    ...bytes(11, valueInfo('luma', [1, 1, 'h', 'w'])),
    ...bytes(12, valueInfo('large', [1, 1, 'h2', 'w2'])),
  ]
  const opset = bytes(8, [...text(1, ''), ...integer(2, 13)])
  return Uint8Array.from([...integer(1, 8), ...bytes(7, graph), ...opset])
}
