import type { TfliteSparsity } from './tflite-graph.ts'

/**
 * A sparse constant with its zeros (tensorflow/lite/kernels/internal/utils/sparsity_format_converter).
 * @param packed the values that are stored
 * @param shape of the dense tensor
 */
export function unpacked(
  packed: Uint16Array,
  shape: readonly number[],
  { order, blocks, axes }: TfliteSparsity,
): Uint16Array {
  const result = new Uint16Array(shape.reduce((a, b) => a * b, 1))
  const blockSizes = blocks.map((_, index) => {
    const axis = axes[order.indexOf(shape.length + index)]
    return axis !== undefined && 'size' in axis ? axis.size : 1
  })
  const place = order.map(() => 0)
  const put = (stored: number) => {
    const whole = place.slice(0, shape.length)
    blocks.forEach((axis, index) => {
      const within = place[shape.length + index] ?? 0
      whole[axis] = (whole[axis] ?? 0) * (blockSizes[index] ?? 1) + within
    })
    const at = whole.reduce((sum, index, axis) => sum * (shape[axis] ?? 1) + index, 0)
    result[at] = packed[stored] ?? 0
  }
  const walk = (level: number, before: number): void => {
    const axis = axes[level]
    if (axis === undefined) {
      put(before)
      return
    }
    const own = order[level] ?? 0
    if ('size' in axis) {
      for (let index = 0; index < axis.size; index++) {
        place[own] = index
        walk(level + 1, before * axis.size + index)
      }
      return
    }
    const end = axis.segments[before + 1] ?? 0
    for (let at = axis.segments[before] ?? 0; at < end; at++) {
      place[own] = axis.indices[at] ?? 0
      walk(level + 1, at)
    }
  }
  walk(0, 0)
  return result
}

/** Values of a tensor with its axes taken in another order. */
export function permuted<Values extends Float32Array | Uint16Array>(
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

/** How far a picture is padded: of each axis its beginning, then its end, channels before rows and columns. */
export function padsIn(bytes: Uint8Array): readonly number[] {
  const words = new DataView(bytes.buffer, bytes.byteOffset)
  // Stored channels last, both sides of an axis together.
  const ends = (side: number) =>
    [0, 3, 1, 2].map((axis) => words.getInt32(axis * 8 + side * 4, true))
  return [...ends(0), ...ends(1)]
}

/** Strides of a transposed convolution, which stand in its options as words behind its padding (`TfLiteTransposeConvParams`). */
export function stridesIn(options: Uint8Array): readonly [across: number, down: number] {
  const words = new DataView(options.buffer, options.byteOffset)
  return [words.getInt32(4, true), words.getInt32(8, true)]
}
