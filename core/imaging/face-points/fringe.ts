import { atShare } from '../../pixels/ranked.ts'
import type { FacePlaces } from './face-places.ts'

/** Where a face is bare in nearly everybody, and the forehead, face widths. */
const MIDDLE = { below: 0.06, aside: 0.3 }
const FOREHEAD = { above: 0.03, aside: 0.28 }
/** Against the light of its lit places, what is darker in the middle is glass, a beard or a deep shade. */
const LIT = { at: 0.85, least: 0.62 }
/** What is darker on a forehead than this against cheeks and nose may be a fringe. */
const BARE = 0.78
/** How far above the brows what hangs into a face is looked at, and how far aside, face widths. */
const ABOVE = { from: 0.06, aside: 0.45, dark: 0.8 }
/** How far down it hangs: over the brows, and beside the eyes, face widths. */
const HANGS = { over: 0.06, beside: 0.25, aside: 0.6 }
/** It covers at least so much of the forehead between its sides, face widths. */
const COVERS = { least: 0.45, aside: 0.22 }
const LEAST_PX = 40

/** A face as planes of one size. */
export interface FacePixels {
  readonly widthPx: number
  readonly light: Float32Array
  /** The face's oval, and what of it is no feature. */
  readonly inside: Float32Array
  readonly bare: Float32Array
  readonly places: FacePlaces
}

/**
 * Where a fringe, or the brim of a hat, hangs over the forehead: 1 there. Null where none covers much of it:
 * temples lie in the shade of hair in most photos.
 */
export function fringeOf(face: FacePixels): Uint8Array | null {
  const { light, inside, bare, places } = face
  const { across, down, brows } = places
  const above = indicesOf(light, (i) => {
    const isOver = (inside[i] ?? 0) < 0.1 && (down[i] as number) < brows - ABOVE.from
    return isOver && Math.abs(across[i] as number) < ABOVE.aside
  })
  const tone = litToneOf(face)
  if (above.length < LEAST_PX || tone === null) return null
  const hair = atShare(lightsAt(light, above), 0.4)
  if (hair > ABOVE.dark * tone) return null
  // Halfway, by ratio, from the skin to the hair.
  const fringe = hangingFrom(above, face, Math.sqrt(hair * tone))
  const forehead = indicesOf(light, (i) => {
    const isOver = (bare[i] ?? 0) > 0 && (down[i] as number) < brows
    return isOver && Math.abs(across[i] as number) < COVERS.aside
  })
  const covered = forehead.filter((i) => fringe[i] === 1).length
  return covered < COVERS.least * Math.max(LEAST_PX, forehead.length) ? null : fringe
}

/** What is darker and hangs together with what is dark above the face. */
function hangingFrom(
  above: readonly number[],
  { light, widthPx, places }: FacePixels,
  darkest: number,
): Uint8Array {
  const { across, down, brows, lids } = places
  const found = new Uint8Array(light.length)
  const queue: number[] = []
  const visit = (i: number) => {
    if (found[i] !== 0 || !((light[i] as number) < darkest)) return
    const aside = Math.abs(across[i] as number)
    const lowest = aside > HANGS.beside ? lids : brows + HANGS.over
    if (aside > HANGS.aside || (down[i] as number) > lowest) return
    found[i] = 1
    queue.push(i)
  }
  above.forEach(visit)
  for (let i = queue.pop(); i !== undefined; i = queue.pop()) {
    const x = i % widthPx
    if (x > 0) visit(i - 1)
    if (x < widthPx - 1) visit(i + 1)
    visit(i - widthPx)
    visit(i + widthPx)
  }
  return found
}

/** Whether a place is one of cheeks and nose that light falls on. @param tone of {@link litToneOf} */
export const isLitMiddle =
  ({ light, bare, places: { across, down, lids } }: FacePixels, tone: number) =>
  (i: number): boolean => {
    const v = down[i] as number
    const isMiddle =
      v > lids + MIDDLE.below && v < 0 && Math.abs(across[i] as number) < MIDDLE.aside
    return isMiddle && (bare[i] ?? 0) > 0 && (light[i] as number) > LIT.least * tone
  }

/** The light of cheeks and nose, and of the forehead where it is no darker; null where too little shows. */
export function litToneOf({ light, bare, places }: FacePixels): number | null {
  const { across, down, lids, brows } = places
  const isBare = (i: number, aside: number) =>
    (bare[i] ?? 0) > 0 && Math.abs(across[i] as number) < aside
  const middle = indicesOf(light, (i) => {
    const v = down[i] as number
    return v > lids + MIDDLE.below && v < 0 && isBare(i, MIDDLE.aside)
  })
  if (middle.length < LEAST_PX) return null
  const least = LIT.least * atShare(lightsAt(light, middle), LIT.at)
  const lit = lightsAt(light, middle).filter((value) => value > least)
  const tone = atShare(lit, 0.5)
  const forehead = indicesOf(light, (i) => {
    const isOver = (down[i] as number) < brows - FOREHEAD.above
    return isOver && isBare(i, FOREHEAD.aside) && (light[i] as number) > BARE * tone
  })
  return atShare([...lit, ...lightsAt(light, forehead)], 0.5)
}

function indicesOf({ length }: Float32Array, isWanted: (i: number) => boolean): number[] {
  const found: number[] = []
  for (let i = 0; i < length; i++) if (isWanted(i)) found.push(i)
  return found
}

const lightsAt = (light: Float32Array, pixels: readonly number[]): number[] =>
  pixels.map((i) => light[i] as number)
