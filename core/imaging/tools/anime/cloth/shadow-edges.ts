import { type OkLabPicture, unitPxOf } from '../study.ts'

/** Cloth darker than this, OKLab, has shadows only where these have an edge. */
const DARK = 0.4
/** How far across a border light is looked at, thousandths, and how much of the way between the tones it goes there at least. */
const EDGE = { reach: 12, share: 0.6 }
/** The same of a shadow that something casts, or a deep fold: what is softer follows every small thing, and is a blot. */
export const FIRM = { reach: 6, share: 0.5 }

/**
 * Of where the light of dark cloth is cut only what has an edge: black cloth has so little light that its two tones are
 * painted several times as far apart as they are, and where it fades from one to the other the border is a blot.
 * @param light of the picture, as it is cut
 * @param places some pixels of one garment
 * @param isSame whether two pixels are of one garment
 */
export function edgedSteps(
  picture: OkLabPicture,
  light: Float32Array,
  places: readonly number[],
  steps: readonly number[],
  isSame: (at: number, to: number) => boolean,
): readonly number[] {
  if (steps.length === 0 || !isDarkCloth(picture, places)) return steps
  return stepsWithEdge(picture, light, places, steps, isSame)
}

/** Whether cloth is so dark that it has shadows only where these have an edge. */
function isDarkCloth(
  { lightness }: Pick<OkLabPicture, 'lightness'>,
  places: readonly number[],
): boolean {
  return places.reduce((all, at) => all + (lightness[at] as number), 0) <= DARK * places.length
}

/** Of where the light of any cloth is cut what has an edge. See {@link edgedSteps}. @param edge what is one */
export function stepsWithEdge(
  picture: Pick<OkLabPicture, 'widthPx' | 'heightPx'>,
  light: Float32Array,
  places: readonly number[],
  steps: readonly number[],
  isSame: (at: number, to: number) => boolean,
  edge = EDGE,
): readonly number[] {
  const px = Math.max(1, Math.round(edge.reach * unitPxOf(picture)))
  const across = [px, px * picture.widthPx]
  return steps.filter((step) => {
    const changes: number[] = []
    for (const at of places) {
      for (const way of across) {
        if (!isSame(at, at + way)) continue
        const own = light[at] as number
        const beyond = light[at + way] as number
        if (own > step !== beyond > step) changes.push(Math.abs(own - beyond))
      }
    }
    const change = changes.reduce((all, own) => all + own, 0) / Math.max(1, changes.length)
    return change > edge.share * apartAt(light, places, step)
  })
}

/** How far the means of what is lighter and darker lie apart. */
function apartAt(light: Float32Array, places: readonly number[], step: number): number {
  let [high, above, low, below] = [0, 0, 0, 0]
  for (const at of places) {
    const own = light[at] as number
    if (own > step) {
      high += own
      above++
    } else {
      low += own
      below++
    }
  }
  return high / Math.max(1, above) - low / Math.max(1, below)
}
