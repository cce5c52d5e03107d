import { describe, expect, it } from 'vitest'
import { faultOf } from '#core/errors.ts'
import { readOrientation } from '#core/formats/exif.ts'
import { checkScans } from '#core/formats/jpeg/scan.ts'
import { admitBytes, inspectPhoto, planIntake } from '#core/intake/inspect.ts'
import { limits } from '#core/limits.ts'
import { bytesOf, exif, jpeg, jpegSegment, png, pngChunk } from './hand-made.ts'

const faultOfInspecting = (bytes: Uint8Array) => {
  try {
    inspectPhoto(bytes)
    return 'ok'
  } catch (thrown) {
    return faultOf(thrown).code
  }
}

const scanFault = (bytes: Uint8Array) => {
  try {
    for (const _ of checkScans(bytes));
    return 'ok'
  } catch (thrown) {
    return faultOf(thrown).code
  }
}

const latin = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

/** What is kept of a file, as bytes. */
const essential = (bytes: Uint8Array) =>
  bytesOf(...inspectPhoto(bytes).essential.map(({ start, end }) => bytes.subarray(start, end)))

describe('a file is taken for what its bytes are', () => {
  it.each([
    ['nothing', new Uint8Array(0)],
    ['text', bytesOf('hello')],
    ['a GIF', bytesOf('GIF89a')],
    ['a WebP', bytesOf('RIFF....WEBPVP8 ')],
    ['an SVG', bytesOf('<svg onload="alert(1)"/>')],
    ['a JPEG behind garbage', bytesOf('garbage', jpeg({ width: 8, height: 8 }))],
  ])('%s is refused as a format', (_, bytes) => {
    expect(faultOfInspecting(bytes)).toBe('upload-format')
  })
})

describe('sizes are checked before anything is decoded', () => {
  it.each([
    ['a PNG of 65535 x 1', png({ width: 65_535, height: 1 }), 'photo-too-long'],
    ['a PNG of 20000 x 2', png({ width: 20_000, height: 2 }), 'ok'],
    ['a PNG bomb of 20000 x 20000', png({ width: 20_000, height: 20_000 }), 'photo-too-large'],
    ['a JPEG that claims 65535 x 65535', claim(65_535, 65_535), 'photo-too-large'],
    ['a JPEG of no height', claim(100, 0), 'photo-damaged'],
    ['a PNG of no width', png({ width: 0, height: 10, rawBytes: 10 }), 'photo-damaged'],
    ['a JPEG of fewer bits than blocks', claim(9000, 9000), 'photo-damaged'],
    [
      'a PNG that cannot unpack to its size',
      png({ width: 9000, height: 9000, rawBytes: 100 }),
      'photo-damaged',
    ],
    ['a PNG of 1 x 1', png({ width: 1, height: 1 }), 'ok'],
    ['a PNG of 3000 x 4', png({ width: 3000, height: 4 }), 'ok'],
  ])('%s: %s', (_, bytes, answer) => {
    expect(faultOfInspecting(bytes)).toBe(answer)
  })

  it('a file of too many bytes is refused with the limit', () => {
    expect(() => admitBytes(limits.intakeBytesMax)).not.toThrow()
    try {
      admitBytes(limits.intakeBytesMax + 1)
    } catch (thrown) {
      expect(faultOf(thrown)).toMatchObject({
        code: 'photo-too-many-bytes',
        params: { maxMegabytes: 64 },
      })
    }
  })
})

describe('EXIF orientation', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('%i is read in both byte orders', (value) => {
    expect(readOrientation(exif(value, 'MM'))).toBe(value)
    expect(readOrientation(exif(value, 'II'))).toBe(value)
  })

  it.each([0, 9, 99, 65_535])('%i, which means nothing, is upright', (value) => {
    expect(readOrientation(exif(value))).toBe(1)
  })

  it('is upright where the block is cut short, endless or of another kind', () => {
    const whole = exif(6)
    for (let end = 0; end < whole.length - 6; end++)
      expect(readOrientation(whole.subarray(0, end))).toBe(1)
    expect(readOrientation(bytesOf('MM', [0, 42], [0, 0, 0, 8], [255, 255]))).toBe(1)
    expect(readOrientation(bytesOf('MM', [0, 42], [255, 255, 255, 255]))).toBe(1)
  })

  it('of 5 to 8 swaps the sides of the plan', () => {
    const turned = bytesOf('Exif\0\0', exif(6))
    const header = inspectPhoto(
      jpeg({ width: 32, height: 16, before: [jpegSegment(0xe1, turned)] }),
    )
    expect(planIntake(header)).toMatchObject({ widthPx: 16, heightPx: 32, store: 'jpeg' })
  })

  it('in a PNG is read too', () => {
    const header = inspectPhoto(png({ width: 4, height: 2, before: [pngChunk('eXIf', exif(8))] }))
    expect(planIntake(header)).toMatchObject({ widthPx: 2, heightPx: 4, store: 'png' })
  })
})

describe('what is kept of a file', () => {
  it('is its own bytes without position, camera, comments and what follows the end', () => {
    const file = bytesOf(
      jpeg({
        width: 16,
        height: 8,
        before: [
          jpegSegment(0xe1, bytesOf('Exif\0\0', exif(1), 'GPS 45.4 9.2')),
          jpegSegment(0xfe, bytesOf('a comment')),
        ],
      }),
      'a gain map',
    )
    expect(planIntake(inspectPhoto(file)).store).toBe('keep')
    expect(essential(file)).toEqual(jpeg({ width: 16, height: 8 }))
  })

  it('is the still picture of an animated PNG, without text', () => {
    const still = png({ width: 4, height: 4 })
    const animated = png({
      width: 4,
      height: 4,
      before: [pngChunk('acTL', new Uint8Array(8)), pngChunk('tEXt', bytesOf('Author\0Ada'))],
      after: [pngChunk('fdAT', new Uint8Array(20))],
    })
    expect(inspectPhoto(animated)).toMatchObject({ animated: true })
    expect(planIntake(inspectPhoto(animated)).store).toBe('keep')
    expect(essential(animated)).toEqual(still)
  })

  it('keeps a foreign colour profile, and is then encoded again', () => {
    const profile = bytesOf('ICC_PROFILE\0', 1, 1, new Uint8Array(128), 'Display P3')
    const file = jpeg({ width: 8, height: 8, before: [jpegSegment(0xe2, profile)] })
    expect(planIntake(inspectPhoto(file)).store).toBe('jpeg')
    expect(latin(essential(file))).toContain('Display P3')
  })

  it('drops a profile that is sRGB', () => {
    const profile = bytesOf('ICC_PROFILE\0', 1, 1, new Uint8Array(128), 'sRGB IEC61966-2.1')
    const file = jpeg({ width: 8, height: 8, before: [jpegSegment(0xe2, profile)] })
    expect(essential(file)).toEqual(jpeg({ width: 8, height: 8 }))
    expect(planIntake(inspectPhoto(file)).store).toBe('keep')
  })

  it('is 8 bits: a PNG of 16 is encoded again', () => {
    expect(planIntake(inspectPhoto(png({ width: 8, height: 8, depth: 16 }))).store).toBe('png')
  })

  it('fits the working size, and keeps its shape', () => {
    const plan = planIntake({
      ...inspectPhoto(jpeg({ width: 8, height: 8 })),
      widthPx: 12_000,
      heightPx: 9000,
    })
    expect(plan.widthPx * plan.heightPx).toBeLessThanOrEqual(limits.workingPxMax)
    expect(plan.widthPx / plan.heightPx).toBeCloseTo(4 / 3, 3)
    expect(plan.store).toBe('jpeg')
  })
})

describe('a file of empty parts', () => {
  const repeated = (part: Uint8Array, times: number) =>
    new Uint8Array(Buffer.concat(Array.from({ length: times }, () => part)))
  const text = pngChunk('teXt', new Uint8Array(0))
  const segment = jpegSegment(0xe0, new Uint8Array(0))

  it.each([
    ['PNG', (times: number) => png({ width: 16, height: 16, before: [repeated(text, times)] })],
    [
      'JPEG',
      (times: number) => jpeg({ width: 16, height: 16, before: [repeated(segment, times)] }),
    ],
  ])('is no %s: to list millions of them takes a server seconds and a gigabyte', (_, fileOf) => {
    expect(faultOfInspecting(fileOf(40_000))).toBe('photo-damaged')
    expect(faultOfInspecting(fileOf(4000))).toBe('ok')
  })
})

describe('damage is found', () => {
  it('in a PNG at every place it is cut', () => {
    const whole = png({ width: 16, height: 16 })
    for (let end = 8; end < whole.length; end++)
      expect(faultOfInspecting(whole.subarray(0, end))).toBe('photo-damaged')
  })

  it('in a PNG whose picture or head has a wrong sum', () => {
    const whole = png({ width: 16, height: 16 })
    for (const at of [16, 45]) {
      const flipped = whole.slice()
      flipped[at] = (flipped[at] ?? 0) ^ 1
      expect(faultOfInspecting(flipped)).toBe('photo-damaged')
    }
  })

  it.each([
    ['arithmetic coding', jpeg({ width: 8, height: 8, frame: 0xc9 })],
    ['lossless coding', jpeg({ width: 8, height: 8, frame: 0xc3 })],
    ['12 bits a sample', jpeg({ width: 8, height: 8, precision: 12 })],
    ['a head alone', jpeg({ width: 8, height: 8 }).subarray(0, 40)],
    ['a progressive file without its end', jpeg({ width: 8, height: 8, frame: 0xc2, end: false })],
  ])('in a JPEG of %s', (_, bytes) => {
    expect(faultOfInspecting(bytes)).toBe('photo-damaged')
  })

  it('not in a sequential JPEG that lacks only its end marker', () => {
    const file = jpeg({ width: 64, height: 64, end: false })
    expect(inspectPhoto(file)).toMatchObject({ complete: false })
    expect(scanFault(file)).toBe('ok')
  })

  it('in a JPEG whose rows run out, with or without an end marker', () => {
    for (const end of [true, false]) {
      const file = jpeg({ width: 64, height: 64, scan: new Uint8Array(9), end })
      expect(scanFault(file)).toBe('photo-damaged')
    }
  })

  it('in a JPEG whose bits are no code', () => {
    const ones = new Uint8Array(16).fill(0xfe)
    expect(scanFault(jpeg({ width: 64, height: 64, scan: ones }))).toBe('photo-damaged')
  })
})

/** A header that claims a size, with the bytes of a small picture. */
function claim(width: number, height: number): Uint8Array {
  return jpeg({ width, height, scan: new Uint8Array(100) })
}
