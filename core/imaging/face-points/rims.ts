import { away, lidsOf, moved, type Side } from './face-lines.ts'
import type { Point } from './face-points.ts'
import type { FoundFace } from './find-faces.ts'

/** The rim of a glass is looked at in so many places; lengths are in face widths. */
export const PLACES = 40

/** Half a glass: across, up and down from the eye, how far outwards its middle lies, how square it is. */
export interface Rim {
  readonly across: number
  readonly up: number
  readonly down: number
  readonly out: number
  readonly square: number
  /** How much narrower it is at its lower end than at its middle, and wider at its upper one: a share of its width. */
  readonly taper: number
  /** How far its lower end lies outwards of its middle, and its upper one inwards, in halves of its width. */
  readonly lean: number
  /** How far its outer end lies above its middle, and its inner one below, in halves of its width. */
  readonly tilt: number
}

/** What neither tapers nor leans. */
export const UPRIGHT = { taper: 0, lean: 0, tilt: 0 } as const

export interface Eye {
  readonly centre: Point
  /** -1 for the person's right, 1 for the left. */
  readonly outward: number
  /** Against both eyes' mean width: a turned head's far eye is narrow. */
  readonly scale: number
}

export function eyeOf(face: FoundFace, side: Side): Eye {
  const width = (of: Side) => {
    const { upper } = lidsOf(face, of)
    return away(upper[0], upper.at(-1))
  }
  const { upper } = lidsOf(face, side)
  const [inner, outer] = [upper[0] ?? { x: 0, y: 0 }, upper.at(-1) ?? { x: 0, y: 0 }]
  return {
    centre: { x: (inner.x + outer.x) / 2, y: (inner.y + outer.y) / 2 },
    outward: side === 'right' ? -1 : 1,
    scale: (2 * width(side)) / Math.max(1e-6, width('right') + width('left')),
  }
}

/** Round from the outer side over the lower to the inner and back above. */
export const rimLine = (rim: Rim, { centre, outward, scale }: Eye, face: FoundFace): Point[] =>
  Array.from({ length: PLACES }, (_, i) => {
    const turn = (i / PLACES) * 2 * Math.PI
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
    const power = 2 / rim.square
    const along = Math.sign(cos) * Math.abs(cos) ** power
    const below = Math.sign(sin) * Math.abs(sin) ** power
    const u = (along * (1 - rim.taper * below) + rim.lean * below) * rim.across + rim.out
    const v = below * (sin > 0 ? rim.down : rim.up) - rim.tilt * along * rim.across
    return moved(centre, face, u * outward * scale * face.widthPx, v * face.widthPx)
  })

export const lowerHalf = (line: readonly Point[]): Point[] => line.slice(0, PLACES / 2 + 1)
export const upperHalf = (line: readonly Point[]): Point[] => line.slice(PLACES / 2 + 1)
