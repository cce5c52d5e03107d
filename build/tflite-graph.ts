import { ByteBuffer } from 'flatbuffers'

/** A tensor of a TFLite graph; `values` where it is a constant. */
export interface TfliteTensor {
  readonly index: number
  readonly shape: readonly number[]
  /** Of tensorflow/lite/schema/schema.fbs. */
  readonly type: number
  readonly bytes: Uint8Array
  /** How a sparse constant's values are packed; null for one that is dense. */
  readonly sparsity: TfliteSparsity | null
}

/** `SparsityParameters`: the axes as they are walked, blocks' own behind those of the tensor. */
export interface TfliteSparsity {
  readonly order: readonly number[]
  /** The axis that each axis of blocks divides. */
  readonly blocks: readonly number[]
  readonly axes: readonly SparseAxis[]
}

/** An axis whose every place is stored (`size`), or the places between two segments alone. */
export type SparseAxis =
  | { readonly size: number }
  | { readonly segments: readonly number[]; readonly indices: readonly number[] }

export interface TfliteOperator {
  /** `BuiltinOperator` of the schema, or the name of a custom operator. */
  readonly code: number | string
  readonly inputs: readonly number[]
  readonly outputs: readonly number[]
  /** An option of the operator's own table, by its field. */
  readonly int8: (field: number, otherwise: number) => number
  readonly int32: (field: number, otherwise: number) => number
  /** Options of a custom operator, as a flexbuffer. */
  readonly customOptions: Uint8Array
}

export interface TfliteGraph {
  readonly tensors: readonly TfliteTensor[]
  readonly operators: readonly TfliteOperator[]
  readonly inputs: readonly number[]
  readonly outputs: readonly number[]
}

/** `BuiltinOperator` of tensorflow/lite/schema/schema.fbs. */
export const builtin = {
  ADD: 0,
  AVERAGE_POOL_2D: 1,
  CONCATENATION: 2,
  CONV_2D: 3,
  DEPTHWISE_CONV_2D: 4,
  DEPTH_TO_SPACE: 5,
  DEQUANTIZE: 6,
  FULLY_CONNECTED: 9,
  LOGISTIC: 14,
  MAX_POOL_2D: 17,
  MUL: 18,
  RELU: 19,
  RESHAPE: 22,
  RESIZE_BILINEAR: 23,
  PAD: 34,
  MEAN: 40,
  STRIDED_SLICE: 45,
  PRELU: 54,
  HARD_SWISH: 117,
  DENSIFY: 124,
} as const
/** What a tensor is called in the network that is made of the graph. */
export const nameOf = (index: number): string => `tensor${index}`

export const tensorType = { float32: 0, float16: 1 } as const
const CUSTOM = 32

/** A table of a flatbuffer: where each of its fields lies, 0 where it is absent. */
class Table {
  readonly #buffer: ByteBuffer
  readonly #at: number

  constructor(buffer: ByteBuffer, at: number) {
    this.#buffer = buffer
    this.#at = at
  }

  #field(index: number): number {
    const offset = this.#buffer.__offset(this.#at, 4 + 2 * index)
    return offset === 0 ? 0 : this.#at + offset
  }

  int8(index: number, otherwise: number): number {
    const at = this.#field(index)
    return at === 0 ? otherwise : this.#buffer.readInt8(at)
  }

  int32(index: number, otherwise: number): number {
    const at = this.#field(index)
    return at === 0 ? otherwise : this.#buffer.readInt32(at)
  }

  table(index: number): Table | null {
    const at = this.#field(index)
    return at === 0 ? null : new Table(this.#buffer, this.#buffer.__indirect(at))
  }

  #vector(index: number): { start: number; length: number } {
    const at = this.#field(index)
    if (at === 0) return { start: 0, length: 0 }
    const head = this.#buffer.__indirect(at)
    return { start: head + 4, length: this.#buffer.readInt32(head) }
  }

  tables(index: number): Table[] {
    const { start, length } = this.#vector(index)
    return Array.from(
      { length },
      (_, i) => new Table(this.#buffer, this.#buffer.__indirect(start + 4 * i)),
    )
  }

  ints(index: number): number[] {
    const { start, length } = this.#vector(index)
    return Array.from({ length }, (_, i) => this.#buffer.readInt32(start + 4 * i))
  }

  shorts(index: number): number[] {
    const { start, length } = this.#vector(index)
    return Array.from({ length }, (_, i) => this.#buffer.readUint16(start + 2 * i))
  }

  bytes(index: number): Uint8Array {
    const { start, length } = this.#vector(index)
    return this.#buffer.bytes().slice(start, start + length)
  }
}

/**
 * Reads a TFLite file of one subgraph (tensorflow/lite/schema/schema.fbs, version 3).
 * @throws Error where the file holds none
 */
export function readTflite(file: Uint8Array): TfliteGraph {
  // A copy, for a `Buffer` would be cut without one.
  const buffer = new ByteBuffer(Uint8Array.from(file))
  const model = new Table(buffer, buffer.readInt32(0))
  const codes = model.tables(1).map((code) => {
    const builtin = Math.max(code.int8(0, 0), code.int32(3, 0))
    return builtin === CUSTOM ? new TextDecoder().decode(code.bytes(1)) : builtin
  })
  const buffers = model.tables(4)
  const [graph] = model.tables(2)
  if (graph === undefined) throw new Error('a TFLite file without a graph')
  return {
    tensors: graph.tables(0).map((tensor, index) => ({
      index,
      shape: tensor.ints(0),
      type: tensor.int8(1, 0),
      bytes: buffers[tensor.int32(2, 0)]?.bytes(0) ?? new Uint8Array(),
      sparsity: sparsityOf(tensor.table(6)),
    })),
    inputs: graph.ints(1),
    outputs: graph.ints(2),
    operators: graph.tables(3).map((operator) => {
      const options = operator.table(4)
      return {
        code: codes[operator.int32(0, 0)] ?? 0,
        inputs: operator.ints(1),
        outputs: operator.ints(2),
        int8: (field, otherwise) => options?.int8(field, otherwise) ?? otherwise,
        int32: (field, otherwise) => options?.int32(field, otherwise) ?? otherwise,
        customOptions: operator.bytes(5),
      }
    }),
  }
}

const SPARSE_CSR = 1

function sparsityOf(table: Table | null): TfliteSparsity | null {
  if (table === null) return null
  return {
    order: table.ints(0),
    blocks: table.ints(1),
    axes: table.tables(2).map((axis): SparseAxis => {
      if (axis.int8(0, 0) !== SPARSE_CSR) return { size: axis.int32(1, 0) }
      return { segments: indexVector(axis, 2), indices: indexVector(axis, 4) }
    }),
  }
}

/** `SparseIndexVector`: a union of vectors of 32, 16 and 8 bits, its kind at `field`. */
function indexVector(axis: Table, field: number): readonly number[] {
  const vector = axis.table(field + 1)
  if (vector === null) return []
  switch (axis.int8(field, 0)) {
    case 1:
      return vector.ints(0)
    case 2:
      return vector.shorts(0)
    default:
      return [...vector.bytes(0)]
  }
}

/** The operators that some tensors are made by, in the order in which they run. */
export function operatorsLeadingTo(
  { operators }: TfliteGraph,
  outputs: readonly number[],
): readonly TfliteOperator[] {
  const needed = new Set(outputs)
  const kept = operators.toReversed().filter((operator) => {
    const isNeeded = operator.outputs.some((each) => needed.has(each))
    if (isNeeded) for (const each of operator.inputs) needed.add(each)
    return isNeeded
  })
  return kept.toReversed()
}
