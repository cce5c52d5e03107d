import { ARM, type HandBones } from './hand-bones.ts'
import type { HandGrid } from './hand-grid.ts'

/** How far each square lies from the parts of a hand, in half widths of their flesh. */
export interface Ways {
  readonly away: (part: number, at: number) => number
  /** From fingers and palm, whichever is nearest. */
  readonly within: (at: number) => number
  readonly alongFinger: (finger: number, at: number) => number
  readonly beyondWrist: (at: number) => number
}

export function waysOf(bones: HandBones, { width, height, xAt, yAt }: HandGrid): Ways {
  const count = width * height
  const aways = Array.from({ length: ARM + 1 }, (_, part) =>
    Float32Array.from({ length: count }, (__, at) => bones.awayFrom(part, xAt(at), yAt(at))),
  )
  const within = new Float32Array(count).fill(Number.POSITIVE_INFINITY)
  for (const away of aways.slice(0, ARM)) {
    away.forEach((own, at) => {
      within[at] = Math.min(own, within[at] as number)
    })
  }
  return {
    away: (part, at) => aways[part]?.[at] ?? Number.POSITIVE_INFINITY,
    within: (at) => within[at] as number,
    alongFinger: (finger, at) => bones.alongFinger(finger, xAt(at), yAt(at)),
    beyondWrist: (at) => bones.beyondWrist(xAt(at), yAt(at)),
  }
}
