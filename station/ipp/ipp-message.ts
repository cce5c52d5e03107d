/** IPP's binary encoding (RFC 8010): what this agent and its simulator say, no more. */
export const tags = {
  operation: 0x01,
  job: 0x02,
  end: 0x03,
  printer: 0x04,
  unsupported: 0x05,
  integer: 0x21,
  boolean: 0x22,
  enum: 0x23,
  collection: 0x34,
  endCollection: 0x37,
  text: 0x41,
  name: 0x42,
  keyword: 0x44,
  uri: 0x45,
  charset: 0x47,
  language: 0x48,
  mimeType: 0x49,
  memberName: 0x4a,
} as const

export const operations = {
  printJob: 0x0002,
  createJob: 0x0005,
  sendDocument: 0x0006,
  cancelJob: 0x0008,
  getJobAttributes: 0x0009,
  getJobs: 0x000a,
  getPrinterAttributes: 0x000b,
} as const

/** Statuses that we answer or understand (RFC 8011, 4.1.6 and appendix B). */
export const statuses = {
  ok: 0x0000,
  badRequest: 0x0400,
  notPossible: 0x0404,
  notFound: 0x0406,
  gone: 0x0407,
  attributesNotSupported: 0x040b,
  operationNotSupported: 0x0501,
} as const

/** A value as it is written: numbers, text by its tag, or the members of a collection. */
export interface Value {
  readonly tag: number
  readonly value: string | number | boolean | readonly Attribute[]
}
export interface Attribute {
  readonly name: string
  readonly values: readonly Value[]
}
export interface Group {
  readonly tag: number
  readonly attributes: readonly Attribute[]
}

/** A request or an answer: `code` is an operation or a status. */
export interface Message {
  readonly code: number
  readonly requestId: number
  readonly groups: readonly Group[]
}

/** An attribute with the values of one tag. */
export const attribute = (
  name: string,
  tag: number,
  ...values: readonly Value['value'][]
): Attribute => ({ name, values: values.map((value) => ({ tag, value })) })

export function encodeMessage({ code, requestId, groups }: Message): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt16BE(0x0200, 0)
  head.writeUInt16BE(code, 2)
  head.writeUInt32BE(requestId, 4)
  const parts = groups.flatMap(({ tag, attributes }) => [
    Buffer.of(tag),
    ...attributes.flatMap(encodeAttribute),
  ])
  return Buffer.concat([head, ...parts, Buffer.of(tags.end)])
}

const encodeAttribute = ({ name, values }: Attribute): Buffer[] =>
  values.flatMap((value, index) => encodeValue(index === 0 ? name : '', value))

function encodeValue(name: string, { tag, value }: Value): Buffer[] {
  if (typeof value === 'object') {
    const members = value.flatMap((member) => [
      field(tags.memberName, '', Buffer.from(member.name)),
      ...member.values.flatMap((each) => encodeValue('', each)),
    ])
    const empty = Buffer.alloc(0)
    return [field(tag, name, empty), ...members, field(tags.endCollection, '', empty)]
  }
  return [field(tag, name, encodeScalar(value))]
}

function encodeScalar(value: string | number | boolean): Buffer {
  if (typeof value === 'string') return Buffer.from(value)
  if (typeof value === 'boolean') return Buffer.of(value ? 1 : 0)
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

function field(tag: number, name: string, value: Buffer): Buffer {
  const named = Buffer.from(name)
  const head = Buffer.alloc(3)
  head.writeUInt8(tag, 0)
  head.writeUInt16BE(named.length, 1)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(value.length)
  return Buffer.concat([head, named, length, value])
}

/**
 * Reads a message; what follows it (a document) begins at `end`.
 * @throws Error for bytes that are no whole message
 */
export function decodeMessage(bytes: Buffer): Message & { readonly end: number } {
  const reader = new Reader(bytes)
  const groups: { tag: number; attributes: Attribute[] }[] = []
  const code = bytes.readUInt16BE(2)
  const requestId = bytes.readUInt32BE(4)
  for (;;) {
    const tag = reader.byte()
    if (tag === tags.end) return { code, requestId, groups, end: reader.at }
    if (tag < 0x10) groups.push({ tag, attributes: [] })
    else readAttribute(reader, tag, groups.at(-1)?.attributes ?? [])
  }
}

function readAttribute(reader: Reader, tag: number, into: Attribute[]): void {
  const name = reader.bytes().toString()
  const value = reader.value(tag)
  const last = into.at(-1)
  if (name === '' && last !== undefined) {
    into[into.length - 1] = { ...last, values: [...last.values, value] }
  } else into.push({ name, values: [value] })
}

class Reader {
  at = 8
  constructor(private readonly source: Buffer) {}

  byte(): number {
    return this.source.readUInt8(this.at++)
  }

  bytes(): Buffer {
    const length = this.source.readUInt16BE(this.at)
    const from = this.at + 2
    if (from + length > this.source.length) throw new RangeError('an IPP message is cut short')
    this.at = from + length
    return this.source.subarray(from, this.at)
  }

  value(tag: number): Value {
    const bytes = this.bytes()
    if (tag === tags.collection) return { tag, value: this.members() }
    if (tag === tags.boolean) return { tag, value: bytes[0] === 1 }
    const isNumber = (tag === tags.integer || tag === tags.enum) && bytes.length === 4
    return { tag, value: isNumber ? bytes.readInt32BE(0) : bytes.toString() }
  }

  /** Members of a collection: a name, then its values, each a field without a name. */
  members(): readonly Attribute[] {
    const members: Attribute[] = []
    for (;;) {
      const tag = this.byte()
      this.bytes()
      if (tag === tags.endCollection) {
        this.bytes()
        return members
      }
      if (tag === tags.memberName) members.push({ name: this.bytes().toString(), values: [] })
      else {
        const last = members.at(-1)
        const value = this.value(tag)
        if (last) members[members.length - 1] = { ...last, values: [...last.values, value] }
      }
    }
  }
}

/** The first value of a named attribute in a group of that tag. */
export function valuesOf(
  { groups }: Message,
  groupTag: number,
  name: string,
): readonly Value['value'][] {
  return groups
    .filter(({ tag }) => tag === groupTag)
    .flatMap(({ attributes }) => attributes)
    .filter((each) => each.name === name)
    .flatMap(({ values }) => values.map(({ value }) => value))
}
