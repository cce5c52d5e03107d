import { standsAt } from './byte-range.ts'

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
