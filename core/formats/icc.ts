import { standsAt, uint16, uint32 } from './byte-range.ts'

/** The description stands in the first kilobytes of every profile that a camera or editor writes. */
const searchedBytes = 8192

/**
 * Whether an ICC profile calls itself sRGB, in ASCII (v2) or UTF-16 (v4). Profiles that only
 * derive from it (such as "scRGB") are not.
 */
export function isSrgbProfile(profile: Uint8Array): boolean {
  const end = Math.min(profile.length, searchedBytes)
  for (let at = 128; at < end; at++) {
    if (profile[at] !== 0x73 /* s */) continue
    if (standsAt(profile, at, 'sRGB') || standsAt(profile, at, 's\0R\0G\0B')) return true
  }
  return false
}

const HEADER_BYTES = 128
const TAG_BYTES = 12
/** More tags than any profile of a display has. */
const TAGS_MAX = 64
/** What writers round differently, in XYZ and in a curve's parameters. */
const ROUNDED = 0.0015

/** Primaries of Display P3 adapted to D50, and the curve of sRGB: gamma, a, b, c, d. */
const DISPLAY_P3: ReadonlyMap<string, readonly number[]> = new Map([
  ['rXYZ', [0.5151, 0.2412, -0.0011]],
  ['gXYZ', [0.292, 0.6922, 0.0419]],
  ['bXYZ', [0.1571, 0.0666, 0.7841]],
])
const SRGB_CURVE = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045] as const
const CURVES = ['rTRC', 'gTRC', 'bTRC'] as const
/** Of a parametric curve: (aX + b)^gamma from d on, cX under it (ICC.1:2022, 10.18). */
const PIECEWISE = 3

/**
 * Whether an ICC profile is Display P3 by its numbers, as phones write it: its primaries, and the
 * curve of sRGB as a function.
 */
export function isDisplayP3Profile(profile: Uint8Array): boolean {
  const tags = tagsOf(profile)
  const holds = (name: string, offset: number, wanted: readonly number[]): boolean => {
    const at = tags.get(name)
    if (at === undefined) return false
    return wanted.every((value, index) => {
      const found = s15Fixed16(profile, at + offset + index * 4)
      return Math.abs(found - value) < ROUNDED
    })
  }
  const isCurve = (name: string): boolean => {
    const at = tags.get(name) ?? 0
    const isPiecewise = standsAt(profile, at, 'para') && uint16(profile, at + 8) === PIECEWISE
    return isPiecewise && holds(name, 12, SRGB_CURVE)
  }
  return [...DISPLAY_P3].every(([name, xyz]) => holds(name, 8, xyz)) && CURVES.every(isCurve)
}

/** Where the tags of a profile begin, by signature. */
function tagsOf(profile: Uint8Array): ReadonlyMap<string, number> {
  const count = Math.min(uint32(profile, HEADER_BYTES), TAGS_MAX)
  const tags = new Map<string, number>()
  for (let index = 0; index < count; index++) {
    const at = HEADER_BYTES + 4 + index * TAG_BYTES
    tags.set(String.fromCharCode(...profile.subarray(at, at + 4)), uint32(profile, at + 4))
  }
  return tags
}

const s15Fixed16 = (bytes: Uint8Array, at: number): number => (uint32(bytes, at) | 0) / 0x10000
