import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { isDisplayP3Profile, isSrgbProfile } from '#core/formats/icc.ts'
import { profileOfJpeg } from '#core/formats/jpeg/header.ts'
import { srgbProfile } from '#core/formats/pdf/srgb-profile.ts'
import { bytesOf, jpeg, jpegSegment } from '../intake/hand-made.ts'

const photoWith = async (profile: 'p3' | 'srgb'): Promise<Uint8Array> => {
  const raw = { width: 8, height: 8, channels: 3 } as const
  const picture = sharp(Buffer.alloc(8 * 8 * 3, 130), { raw })
  return await picture.withIccProfile(profile).jpeg().toBuffer()
}

/** A profile whose numbers of 16.16 bits are changed where one stands. */
function changed(profile: Uint8Array, from: number, to: number): Uint8Array {
  const bytes = Buffer.from(profile)
  const [found, put] = [Buffer.alloc(4), Buffer.alloc(4)]
  found.writeInt32BE(from)
  put.writeInt32BE(to)
  for (let at = bytes.indexOf(found); at >= 0; at = bytes.indexOf(found, at + 4))
    put.copy(bytes, at)
  return bytes
}

describe('the profile of a JPEG', () => {
  it('is found before its picture', async () => {
    const profile = profileOfJpeg(await photoWith('p3'))
    expect(profile && isDisplayP3Profile(profile)).toBe(true)
    expect(profile && isSrgbProfile(profile)).toBe(false)
  })

  it('is none where it has several parts, or where there is none', () => {
    const part = (number: number) =>
      jpegSegment(0xe2, bytesOf('ICC_PROFILE\0', number, 2, new Uint8Array(64)))
    expect(profileOfJpeg(jpeg({ width: 8, height: 8, before: [part(1), part(2)] }))).toBeNull()
    expect(profileOfJpeg(jpeg({ width: 8, height: 8 }))).toBeNull()
    expect(profileOfJpeg(new Uint8Array(0))).toBeNull()
  })
})

describe('Display P3', () => {
  it('is not sRGB, nor what calls itself so', async () => {
    expect(isDisplayP3Profile(srgbProfile())).toBe(false)
    const srgb = profileOfJpeg(await photoWith('srgb'))
    expect(srgb && isDisplayP3Profile(srgb)).toBe(false)
    expect(isDisplayP3Profile(bytesOf(new Uint8Array(128), 'Display P3'))).toBe(false)
  })

  it('has the curve of sRGB, and its own primaries', async () => {
    const profile = profileOfJpeg(await photoWith('p3')) ?? new Uint8Array(0)
    const gamma = 0x26669
    expect(isDisplayP3Profile(changed(profile, gamma, 2 << 16))).toBe(false)
    const red = 0x83df
    expect(isDisplayP3Profile(changed(profile, red, red + 200))).toBe(false)
  })

  it('is refused, not misread, where a profile is cut short or lies of its tags', () => {
    expect(isDisplayP3Profile(new Uint8Array(0))).toBe(false)
    const lying = bytesOf(new Uint8Array(128), 255, 255, 255, 255, 'rXYZ', 255, 255, 255, 255)
    expect(isDisplayP3Profile(lying)).toBe(false)
  })
})
