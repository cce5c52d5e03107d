import type { Cells } from '../cells/cells.ts'
import { type OkLabPicture, unitPxOf } from '../study.ts'

/** The mask of people has a rim of the backdrop that is so wide at most, thousandths of the picture's longer side. */
const RIM = 24
/** What of it is no lighter and no stronger in colour than this, OKLab, and so like the backdrop beside it, is backdrop. */
const LIKE = { light: 0.3, chroma: 0.045, apart: 0.04, colour: 0.02 } as const

/** Of a strip the steps from both sides are as many as it is wide, and those that the places beside it count. */
const ENDS = 3

/** Of how many steps a place lies from one of those that were given; 0 for none. */
type Steps = Uint8Array

/**
 * Gives a narrow rim of black between a backdrop and somebody's skin or hair to the backdrop, in its own memory: painted
 * in a light colour it would leave a black line about them.
 * @param of cells, which change
 * @param isBlack 1 for each cell that is backdrop
 * @param person where people are, 0..1
 * @param isHair 1 where hair is painted by itself
 */
export function takeRim(
  picture: OkLabPicture,
  { of, widthPx, heightPx }: Cells,
  isBlack: ArrayLike<number>,
  person: Float32Array,
  isHair: Uint8Array,
): void {
  const reach = Math.min(250, Math.max(3, Math.round(RIM * unitPxOf(picture))))
  const { lightness, a, b } = picture
  const isDark = (at: number) =>
    isHair[at] === 0 &&
    (lightness[at] as number) < LIKE.light &&
    (a[at] as number) ** 2 + (b[at] as number) ** 2 < LIKE.chroma ** 2
  const isMine = (at: number) => isBlack[of[at] as number] === 1
  const size = { widthPx, heightPx }
  const seeds: number[] = []
  const others: number[] = []
  for (let at = 0; at < of.length; at++) {
    const [right, below] = [at + 1, at + widthPx]
    const isRim = (one: number, other: number) => {
      if (other >= of.length || isMine(one) === isMine(other)) return
      const mine = isMine(one) ? one : other
      const its = mine === one ? other : one
      if (isDark(its) && (person[its] as number) >= 0.5) seeds.push(mine)
    }
    isRim(at, right)
    isRim(at, below)
    if ((person[at] as number) >= 0.5 && !isDark(at)) others.push(at)
  }
  if (seeds.length === 0) return
  const fromBackdrop = spread(size, seeds, reach, (at, from) => {
    if (isMine(at) || !isDark(at) || (person[at] as number) < 0.5) return false
    const red = (a[at] as number) - (a[from] as number)
    const yellow = (b[at] as number) - (b[from] as number)
    const isLit = Math.abs((lightness[at] as number) - (lightness[from] as number)) < LIKE.apart
    return isLit && red * red + yellow * yellow < LIKE.colour ** 2
  })
  const fromOthers = spread(size, others, reach, (at) => fromBackdrop.steps[at] !== 0)
  for (let at = 0; at < of.length; at++) {
    const [near, far] = [fromBackdrop.steps[at] as number, fromOthers.steps[at] as number]
    // Where it is wider it is somebody's hair or coat, of which nothing is taken.
    if (near === 0 || far === 0 || near + far > reach + ENDS || isMine(at)) continue
    of[at] = of[fromBackdrop.seeds[at] as number] as number
  }
}

/** Spreads from places by steps to those beside them that are asked for. */
function spread(
  { widthPx, heightPx }: Pick<Cells, 'widthPx' | 'heightPx'>,
  seeds: readonly number[],
  most: number,
  isAsked: (at: number, seed: number) => boolean,
): { readonly steps: Steps; readonly seeds: Uint32Array } {
  const steps = new Uint8Array(widthPx * heightPx)
  const from = new Uint32Array(steps.length)
  let edge: number[] = []
  for (const seed of seeds) {
    if (steps[seed] !== 0) continue
    steps[seed] = 1
    from[seed] = seed
    edge.push(seed)
  }
  for (let step = 1; step <= most && edge.length > 0; step++) {
    const next: number[] = []
    for (const at of edge) {
      const x = at % widthPx
      const beside = [
        x > 0 ? at - 1 : at,
        x + 1 < widthPx ? at + 1 : at,
        at >= widthPx ? at - widthPx : at,
        at + widthPx < steps.length ? at + widthPx : at,
      ]
      for (const to of beside) {
        if (steps[to] !== 0 || !isAsked(to, from[at] as number)) continue
        steps[to] = step + 1
        from[to] = from[at] as number
        next.push(to)
      }
    }
    edge = next
  }
  return { steps, seeds: from }
}
