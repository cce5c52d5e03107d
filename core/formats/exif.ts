import { uint16 } from './byte-range.ts'

/** EXIF orientation: how the stored picture is to be turned to stand upright. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

const orientationTag = 0x0112
const shortType = 3
const entryBytes = 12
/** More than any camera writes; a longer directory is damaged or hostile. */
const entriesMax = 1000

/**
 * Orientation from an EXIF block (TIFF 6.0, section 2; EXIF 2.32, 4.6.4).
 * @param tiff bytes from the byte order mark on
 * @returns 1 (upright) for anything absent, damaged or outside 1..8
 */
export function readOrientation(tiff: Uint8Array): Orientation {
  const order = uint16(tiff, 0)
  const little = order === 0x4949
  if (!little && order !== 0x4d4d) return 1
  const short = (at: number) =>
    little ? (tiff[at] ?? 0) | ((tiff[at + 1] ?? 0) << 8) : uint16(tiff, at)
  const long = (at: number) =>
    little ? short(at) + short(at + 2) * 0x10000 : short(at) * 0x10000 + short(at + 2)
  if (short(2) !== 42) return 1
  const directory = long(4)
  const entries = Math.min(short(directory), entriesMax)
  for (let index = 0; index < entries; index++) {
    const at = directory + 2 + index * entryBytes
    if (at + entryBytes > tiff.length) return 1
    if (short(at) !== orientationTag) continue
    return short(at + 2) === shortType ? asOrientation(short(at + 8)) : 1
  }
  return 1
}

/** Whether upright width and height are the stored height and width. */
export const swapsSides = (orientation: Orientation): boolean => orientation >= 5

/**
 * The affine map (canvas order a, b, c, d, e, f) that turns a stored picture upright.
 * @param width stored width after scaling, px
 * @param height stored height after scaling, px
 */
export function uprightTransform(
  orientation: Orientation,
  width: number,
  height: number,
): readonly [number, number, number, number, number, number] {
  switch (orientation) {
    case 1:
      return [1, 0, 0, 1, 0, 0]
    case 2:
      return [-1, 0, 0, 1, width, 0]
    case 3:
      return [-1, 0, 0, -1, width, height]
    case 4:
      return [1, 0, 0, -1, 0, height]
    case 5:
      return [0, 1, 1, 0, 0, 0]
    case 6:
      return [0, 1, -1, 0, height, 0]
    case 7:
      return [0, -1, -1, 0, height, width]
    case 8:
      return [0, -1, 1, 0, 0, width]
  }
}

function asOrientation(value: number): Orientation {
  const known: readonly Orientation[] = [1, 2, 3, 4, 5, 6, 7, 8]
  return known.find((orientation) => orientation === value) ?? 1
}
