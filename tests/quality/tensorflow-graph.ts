/** A frozen TensorFlow graph: what `GraphDef` files of small plain networks hold. */

export interface Constant {
  readonly shape: readonly number[]
  readonly values: Float32Array
}

export interface Operation {
  readonly name: string
  readonly type: string
  readonly inputs: readonly string[]
  /** Values of a `Const` of floats. */
  readonly constant: Constant | null
  /** Of `DepthToSpace`. */
  readonly blockSize: number
}

/** Of a protocol buffers message: a number, or bytes. */
interface Field {
  readonly key: number
  readonly number: number
  readonly bytes: Uint8Array
}

const nothing = new Uint8Array()

function* fieldsOf(message: Uint8Array): Generator<Field> {
  let at = 0
  const varint = () => {
    let value = 0
    for (let power = 1; ; power *= 128) {
      const byte = message[at++] ?? 0
      value += (byte & 127) * power
      if (byte < 128) return value
    }
  }
  while (at < message.length) {
    const tag = varint()
    const key = tag >>> 3
    const wire = tag & 7
    if (wire === 0) {
      yield { key, number: varint(), bytes: nothing }
      continue
    }
    const length = wire === 2 ? varint() : wire === 1 ? 8 : 4
    yield { key, number: 0, bytes: message.subarray(at, at + length) }
    at += length
  }
}

const all = (message: Uint8Array, key: number) =>
  [...fieldsOf(message)].filter((field) => field.key === key)
const bytesAt = (message: Uint8Array, key: number) => all(message, key)[0]?.bytes ?? nothing
const numberAt = (message: Uint8Array, key: number) => all(message, key)[0]?.number ?? 0
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

const FLOAT = 1

/** `TensorProto`; null where it holds no floats. */
function constantOf(tensor: Uint8Array): Constant | null {
  if (numberAt(tensor, 1) !== FLOAT) return null
  const shape = all(bytesAt(tensor, 2), 2).map(({ bytes }) => numberAt(bytes, 1))
  const content = bytesAt(tensor, 4)
  const bytes = content.length > 0 ? content : bytesAt(tensor, 5)
  return { shape, values: new Float32Array(Uint8Array.from(bytes).buffer) }
}

/** The operations of a graph, each after those whose answers it takes. */
export const readTensorFlowGraph = (file: Uint8Array): readonly Operation[] =>
  all(file, 1).map(({ bytes }) => {
    const attributes = new Map(
      all(bytes, 5).map((entry) => [textOf(bytesAt(entry.bytes, 1)), bytesAt(entry.bytes, 2)]),
    )
    const value = attributes.get('value')
    return {
      name: textOf(bytesAt(bytes, 1)),
      type: textOf(bytesAt(bytes, 2)),
      inputs: all(bytes, 3).map((input) => textOf(input.bytes)),
      constant: value === undefined ? null : constantOf(bytesAt(value, 8)),
      blockSize: numberAt(attributes.get('block_size') ?? nothing, 3),
    }
  })
