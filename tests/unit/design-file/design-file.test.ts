import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DESIGN_VERSION, type Design } from '#core/design/document.ts'
import { parseDesignText } from '#core/design/migrations/migrate.ts'
import { faultOf, unwrap } from '#core/errors.ts'
import { crc32 } from '#core/formats/crc32.ts'
import {
  centralDirectory,
  entryRange,
  findDirectory,
  localHeader,
  readDirectory,
  type ZipEntry,
} from '#core/formats/zip.ts'
import { bytesOf } from '../intake/hand-made.ts'

type Bytes = Uint8Array<ArrayBuffer>

function pack(files: Readonly<Record<string, Bytes>>): Bytes {
  const entries: ZipEntry[] = Object.entries(files).map(([name, bytes]) => ({
    name,
    size: bytes.length,
    crc: crc32(bytes),
  }))
  const parts = entries.flatMap((entry) => [localHeader(entry), files[entry.name] ?? bytesOf()])
  return bytesOf(...parts, centralDirectory(entries))
}

function unpack(file: Bytes): Record<string, Bytes> {
  const { start, end } = findDirectory(file, file.length)
  const entries = readDirectory(file.slice(start, end), file.length)
  return Object.fromEntries(
    entries.map((entry) => {
      const local = file.slice(entry.start, entry.start + 30)
      const range = entryRange(entry, local, file.length)
      return [entry.name, file.slice(range.start, range.end)]
    }),
  )
}

const faultOfUnpacking = (file: Bytes) => {
  try {
    unpack(file)
    return 'ok'
  } catch (thrown) {
    return faultOf(thrown).code
  }
}

const contents = fc.dictionary(
  fc.stringMatching(/^[a-z][a-z/.]{0,30}$/).filter((name) => name !== '__proto__'),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Uint8Array.from(bytes)),
)

describe('a design file', () => {
  it('gives back what was packed', () => {
    fc.assert(
      fc.property(contents, (files) => {
        expect(unpack(pack(files))).toEqual({ ...files })
      }),
    )
  })

  it('is read by other programs, and is the same each time', () => {
    const file = pack({ 'design.json': bytesOf('{}') })
    expect(file).toEqual(pack({ 'design.json': bytesOf('{}') }))
    expect([...file.subarray(0, 4)]).toEqual([0x50, 0x4b, 3, 4])
  })

  it('that is cut anywhere is refused', () => {
    const file = pack({ 'design.json': bytesOf('{}'), 'photos/a': bytesOf('photo') })
    for (let end = 0; end < file.length; end++)
      expect(faultOfUnpacking(file.slice(0, end))).toBe('design-unreadable')
  })

  it('with any byte changed is refused or read, never more', () => {
    const file = pack({ 'design.json': bytesOf('{}'), 'photos/a': bytesOf('photo') })
    fc.assert(
      fc.property(fc.nat(file.length - 1), fc.nat(255), (at, value) => {
        const changed = file.slice()
        changed[at] = value
        expect(['ok', 'design-unreadable']).toContain(faultOfUnpacking(changed))
      }),
    )
  })

  it('with a compressed or encrypted entry is refused', () => {
    const plain = pack({ a: bytesOf('photo') })
    const directoryAt = 30 + 1 + 5
    for (const field of [8, 10]) {
      const changed = plain.slice()
      changed[directoryAt + field] = field === 8 ? 1 : 8
      expect(faultOfUnpacking(changed)).toBe('design-unreadable')
    }
  })

  it('that names an entry twice is refused', () => {
    const entry = { name: 'a', size: 0, crc: 0 }
    const file = bytesOf(localHeader(entry), localHeader(entry), centralDirectory([entry, entry]))
    expect(faultOfUnpacking(file)).toBe('design-unreadable')
  })
})

describe('a design document that is read', () => {
  const design: Design = {
    version: DESIGN_VERSION,
    id: 'one',
    title: 'Anna',
    product: {
      kind: 'cake',
      catalogueVersion: 1,
      shape: 'round',
      sizeInches: 6,
      geometry: {
        widthMm: 152.4,
        heightMm: 152.4,
        cornerRadiusMm: 76.2,
        bleedMm: 3,
        safeMm: 3,
        holes: [],
      },
    },
    background: { kind: 'colour', colour: '#ffffff' },
    layout: { layoutId: 'free', gapMm: 2, marginMm: 4, cornerRadiusMm: 0 },
    layers: [],
  }
  const codeOf = (text: string) => {
    const outcome = parseDesignText(text)
    return outcome.ok ? 'ok' : outcome.fault.code
  }

  it('is given as it was', () => {
    expect(unwrap(parseDesignText(JSON.stringify(design)))).toEqual(design)
  })

  it('of a later version asks for a newer app', () => {
    expect(codeOf(JSON.stringify({ ...design, version: 99, layers: 'other' }))).toBe('design-newer')
  })

  it.each([
    ['is no JSON', '{'],
    ['is nothing', 'null'],
    ['has no version', '{}'],
    ['has a wrong colour', JSON.stringify({ ...design, background: { kind: 'colour' } })],
    [
      'has an endless size',
      JSON.stringify({ ...design, layout: { ...design.layout, gapMm: 1e9 } }),
    ],
  ])('and %s is refused', (_, text) => {
    expect(codeOf(text)).toBe('design-unreadable')
  })
})
