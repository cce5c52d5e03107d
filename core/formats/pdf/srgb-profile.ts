/**
 * An ICC version 4 profile of sRGB, built from its definition: matrix of the primaries adapted to
 * D50 and the exact transfer curve as a parametric function.
 * @see ICC.1:2022 (profile format), IEC 61966-2-1 (sRGB)
 */
interface Tag {
  readonly signature: string
  readonly body: Uint8Array
}

const HEADER_BYTES = 128
const D50 = [0.9642, 1, 0.8249] as const
/** Primaries of sRGB adapted to D50 with the Bradford transform. */
const PRIMARIES = {
  rXYZ: [0.436066, 0.222488, 0.013916],
  gXYZ: [0.385147, 0.716873, 0.097076],
  bXYZ: [0.143066, 0.060608, 0.714096],
} as const
const BRADFORD = [
  1.047882, 0.022918, -0.050217, 0.029587, 0.990479, -0.017059, -0.009247, 0.015076, 0.75174,
] as const
/** gamma, a, b, c, d of `(aX + b)^g` from d on, `cX` under it. */
const TRANSFER = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045] as const

const fixed = (view: DataView, at: number, value: number): void =>
  view.setInt32(at, Math.round(value * 65_536))

function ascii(bytes: Uint8Array, at: number, text: string): void {
  for (let index = 0; index < text.length; index++) bytes[at + index] = text.charCodeAt(index)
}

function fixedArray(type: string, values: readonly number[], prefix = 0): Uint8Array {
  const bytes = new Uint8Array(8 + prefix + values.length * 4)
  ascii(bytes, 0, type)
  const view = new DataView(bytes.buffer)
  values.forEach((value, index) => {
    fixed(view, 8 + prefix + index * 4, value)
  })
  return bytes
}

function text(words: string): Uint8Array {
  const bytes = new Uint8Array(28 + words.length * 2)
  ascii(bytes, 0, 'mluc')
  const view = new DataView(bytes.buffer)
  view.setUint32(8, 1)
  view.setUint32(12, 12)
  ascii(bytes, 16, 'enUS')
  view.setUint32(20, words.length * 2)
  view.setUint32(24, 28)
  for (let at = 0; at < words.length; at++) view.setUint16(28 + at * 2, words.charCodeAt(at))
  return bytes
}

function transferCurve(): Uint8Array {
  const curve = fixedArray('para', TRANSFER, 4)
  new DataView(curve.buffer).setUint16(8, 3)
  return curve
}

function tags(): Tag[] {
  const curve = transferCurve()
  return [
    { signature: 'desc', body: text('sRGB IEC61966-2.1') },
    { signature: 'cprt', body: text('Public domain') },
    { signature: 'wtpt', body: fixedArray('XYZ ', D50) },
    { signature: 'chad', body: fixedArray('sf32', BRADFORD) },
    { signature: 'rXYZ', body: fixedArray('XYZ ', PRIMARIES.rXYZ) },
    { signature: 'gXYZ', body: fixedArray('XYZ ', PRIMARIES.gXYZ) },
    { signature: 'bXYZ', body: fixedArray('XYZ ', PRIMARIES.bXYZ) },
    { signature: 'rTRC', body: curve },
    { signature: 'gTRC', body: curve },
    { signature: 'bTRC', body: curve },
  ]
}

function writeHeader(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer)
  view.setUint32(0, bytes.length)
  view.setUint32(8, 0x04400000)
  ascii(bytes, 12, 'mntrRGB XYZ ')
  // A fixed date: the same print gives the same file.
  view.setUint16(24, 2026)
  view.setUint16(26, 1)
  view.setUint16(28, 1)
  ascii(bytes, 36, 'acsp')
  D50.forEach((value, index) => {
    fixed(view, 68 + index * 4, value)
  })
}

/** The profile's bytes, about 600. */
export function srgbProfile(): Uint8Array {
  const entries = tags()
  const bodies = [...new Set(entries.map((tag) => tag.body))]
  const start = HEADER_BYTES + 4 + entries.length * 12
  const offsets = new Map<Uint8Array, number>()
  let end = start
  for (const body of bodies) {
    offsets.set(body, end)
    end += Math.ceil(body.length / 4) * 4
  }
  const bytes = new Uint8Array(end)
  writeHeader(bytes)
  const view = new DataView(bytes.buffer)
  view.setUint32(HEADER_BYTES, entries.length)
  entries.forEach(({ signature, body }, index) => {
    const at = HEADER_BYTES + 4 + index * 12
    ascii(bytes, at, signature)
    view.setUint32(at + 4, offsets.get(body) ?? 0)
    view.setUint32(at + 8, body.length)
  })
  for (const [body, offset] of offsets) bytes.set(body, offset)
  return bytes
}
