import { Builder } from 'flatbuffers'

/** What MediaPipe's task runner must be told about a network. */
export interface TensorNotes {
  readonly mean: number
  readonly std: number
  readonly outputNames: readonly string[]
}

const METADATA_NAME = 'TFLITE_METADATA'
/** Fields of `Model` in TensorFlow Lite's schema, in order. */
const MODEL_FIELDS = 8
const FIELD = { version: 0, buffers: 4, metadata: 6 } as const
const ALIGNMENT = 64

/**
 * A TFLite file with normalisation metadata. FlatBuffer offsets only point forward, so a new root
 * table, buffer list and metadata are put in front, and the old file follows byte for byte.
 * Schemas: tensorflow/lite/schema/schema.fbs, tflite_support/metadata/metadata_schema.fbs.
 */
export function withNormalization(model: Uint8Array, notes: TensorNotes): Uint8Array {
  const old = readRoot(model)
  const metadata = modelMetadata(notes)
  const writer = new ForwardWriter(layoutLength(old, metadata))
  writer.write(old, metadata)
  const joined = new Uint8Array(writer.bytes.length + model.length)
  joined.set(writer.bytes)
  joined.set(model, writer.bytes.length)
  return joined
}

interface OldRoot {
  readonly version: number
  /** Position of what each field refers to in the old file; 0 where it is absent. */
  readonly targets: readonly number[]
  readonly buffers: readonly number[]
  readonly metadata: readonly number[]
}

function readRoot(model: Uint8Array): OldRoot {
  const view = new DataView(model.buffer, model.byteOffset, model.byteLength)
  const table = view.getUint32(0, true)
  const vtable = table - view.getInt32(table, true)
  const vtableSize = view.getUint16(vtable, true)
  const fieldAt = (index: number): number => {
    const entry = 4 + 2 * index
    const offset = entry < vtableSize ? view.getUint16(vtable + entry, true) : 0
    return offset === 0 ? 0 : table + offset
  }
  const targets = Array.from({ length: MODEL_FIELDS }, (_, index) => {
    const at = fieldAt(index)
    return at === 0 ? 0 : at + view.getUint32(at, true)
  })
  const vectorOf = (at: number): number[] => {
    if (at === 0) return []
    return Array.from({ length: view.getUint32(at, true) }, (_, index) => {
      const entry = at + 4 + 4 * index
      return entry + view.getUint32(entry, true)
    })
  }
  return {
    version: view.getUint32(fieldAt(FIELD.version), true),
    targets,
    buffers: vectorOf(targets[FIELD.buffers] ?? 0),
    metadata: vectorOf(targets[FIELD.metadata] ?? 0),
  }
}

/** `ModelMetadata`: one image input with normalisation, named outputs. */
function modelMetadata(notes: TensorNotes): Uint8Array {
  const b = new Builder(512)
  const floats = (value: number): number => {
    b.startVector(4, 1, 4)
    b.addFloat32(value)
    return b.endVector()
  }
  const offsets = (list: readonly number[]): number => {
    b.startVector(4, list.length, 4)
    for (const offset of list.toReversed()) b.addOffset(offset)
    return b.endVector()
  }
  const table = (fields: number, fill: () => void): number => {
    b.startObject(fields)
    fill()
    return b.endObject()
  }
  const mean = floats(notes.mean)
  const std = floats(notes.std)
  const normalization = table(2, () => {
    b.addFieldOffset(0, mean, 0)
    b.addFieldOffset(1, std, 0)
  })
  const unit = table(2, () => {
    b.addFieldInt8(0, 1, 0)
    b.addFieldOffset(1, normalization, 0)
  })
  const units = offsets([unit])
  const imageProperties = table(2, () => b.addFieldInt8(0, 1, 0))
  const content = table(3, () => {
    b.addFieldInt8(0, 2, 0)
    b.addFieldOffset(1, imageProperties, 0)
  })
  const inputName = b.createString('image')
  const input = table(7, () => {
    b.addFieldOffset(0, inputName, 0)
    b.addFieldOffset(3, content, 0)
    b.addFieldOffset(4, units, 0)
  })
  const outputs = notes.outputNames.map((name) => {
    const text = b.createString(name)
    return table(7, () => b.addFieldOffset(0, text, 0))
  })
  const inputList = offsets([input])
  const outputList = offsets(outputs)
  const subgraph = table(10, () => {
    b.addFieldOffset(2, inputList, 0)
    b.addFieldOffset(3, outputList, 0)
  })
  const subgraphs = offsets([subgraph])
  b.finish(
    table(8, () => b.addFieldOffset(3, subgraphs, 0)),
    'M001',
  )
  return b.asUint8Array()
}

const alignUp = (value: number, to: number): number => Math.ceil(value / to) * to

function layoutLength(old: OldRoot, metadata: Uint8Array): number {
  const lists = 8 + 4 * (old.buffers.length + 1 + old.metadata.length + 1)
  return alignUp(64 + lists + 96 + metadata.length, ALIGNMENT)
}

/** Writes tables front to back; offsets into the old file are known because the length is. */
class ForwardWriter {
  readonly bytes: Uint8Array
  readonly #view: DataView
  #at = 0

  constructor(length: number) {
    this.bytes = new Uint8Array(length)
    this.#view = new DataView(this.bytes.buffer)
  }

  write(old: OldRoot, metadata: Uint8Array): void {
    const fields = this.#writeRoot(old)
    this.#pointHere(fields + 4 * FIELD.buffers)
    const newBuffer = this.#writeOffsets(old.buffers)
    this.#pointHere(fields + 4 * FIELD.metadata)
    const newEntry = this.#writeOffsets(old.metadata)
    this.#pointToTable(newEntry, 2)
    const name = this.#at
    this.#view.setUint32(name + 4, old.buffers.length, true)
    this.#at += 8
    this.#pointHere(name)
    this.#writeVector(new TextEncoder().encode(`${METADATA_NAME}\0`), METADATA_NAME.length)
    this.#pointToTable(newBuffer, 1)
    const data = this.#at
    this.#at = alignUp(this.#at + 8, 16) - 4
    this.#pointHere(data)
    this.#writeVector(metadata, metadata.length)
  }

  /** Header, identifier and root table; gives the position of the table's first field. */
  #writeRoot(old: OldRoot): number {
    const vtable = 8
    const table = 28
    this.#view.setUint32(0, table, true)
    this.bytes.set(new TextEncoder().encode('TFL3'), 4)
    this.#view.setUint16(vtable, 4 + 2 * MODEL_FIELDS, true)
    this.#view.setUint16(vtable + 2, 4 + 4 * MODEL_FIELDS, true)
    this.#view.setInt32(table, table - vtable, true)
    for (let index = 0; index < MODEL_FIELDS; index++) {
      const at = table + 4 + 4 * index
      const target = old.targets[index] ?? 0
      const isNew = index === FIELD.buffers || index === FIELD.metadata
      const present = target !== 0 || isNew || index === FIELD.version
      this.#view.setUint16(vtable + 4 + 2 * index, present ? 4 + 4 * index : 0, true)
      if (target !== 0 && !isNew) this.#pointToOld(at, target)
    }
    this.#view.setUint32(table + 4, old.version, true)
    this.#at = 64
    return table + 4
  }

  /** A vector of the old targets and one more, whose position is given back. */
  #writeOffsets(old: readonly number[]): number {
    this.#view.setUint32(this.#at, old.length + 1, true)
    old.forEach((target, index) => {
      this.#pointToOld(this.#at + 4 + 4 * index, target)
    })
    const added = this.#at + 4 + 4 * old.length
    this.#at = added + 4
    return added
  }

  /** A vtable with `fields` 4-byte fields and the head of its table, which `from` points to. */
  #pointToTable(from: number, fields: number): void {
    const vtable = this.#at
    const vtableSize = 4 + 2 * fields
    this.#view.setUint16(vtable, vtableSize, true)
    this.#view.setUint16(vtable + 2, 4 + 4 * fields, true)
    for (let index = 0; index < fields; index++) {
      this.#view.setUint16(vtable + 4 + 2 * index, 4 + 4 * index, true)
    }
    const table = alignUp(vtable + vtableSize, 4)
    this.#view.setInt32(table, table - vtable, true)
    this.#at = table
    this.#pointHere(from)
    this.#at = table + 4
  }

  #writeVector(content: Uint8Array, length: number): void {
    this.#view.setUint32(this.#at, length, true)
    this.bytes.set(content, this.#at + 4)
    this.#at = alignUp(this.#at + 4 + content.length, 4)
  }

  #pointHere(from: number): void {
    this.#view.setUint32(from, this.#at - from, true)
  }

  #pointToOld(from: number, target: number): void {
    this.#view.setUint32(from, this.bytes.length + target - from, true)
  }
}
