import type { Point } from '../face-points/face-points.ts'
import { planesOf } from '../picture-planes.ts'
import type { InferenceSession, ToolEnvironment } from '../tool.ts'
import { type PhotoAndCopy, readUpright } from '../upright-crop.ts'

/** A square of a picture that is looked at, px. */
export interface LookedSquare {
  readonly centre: Point
  readonly sidePx: number
}

/** A palm that a detector found, px of the picture. */
export interface FoundPalm extends LookedSquare {
  readonly wrist: Point
  /** Where the middle finger begins. */
  readonly knuckle: Point
  readonly score: number
}

/** Side of what the network sees. */
const SIDE_PX = 192
/** Its grids: anchors in the middle of each of so many cells a side, so many at each. */
const GRIDS = [
  { cells: 24, each: 2 },
  { cells: 12, each: 6 },
] as const
/** A box's middle and size, and seven points: the wrist first, the middle finger's knuckle third. */
const NUMBERS = 18
const [WRIST, KNUCKLE] = [4, 8]
const ANCHORS = GRIDS.flatMap(({ cells, each }) =>
  Array.from({ length: cells * cells * each }, (_, index) => {
    const cell = Math.floor(index / each)
    return { x: ((cell % cells) + 0.5) / cells, y: (Math.floor(cell / cells) + 0.5) / cells }
  }),
)
const SCORE = 0.5

/**
 * Palms in a square of a picture, by MediaPipe's detector (palm_detection_cpu.pbtxt); several of each.
 * @param palms the network of `hand/palms`
 */
export async function palmsIn(
  env: ToolEnvironment,
  photo: PhotoAndCopy,
  { centre, sidePx }: LookedSquare,
  palms: InferenceSession,
): Promise<readonly FoundPalm[]> {
  const square = { centreX: centre.x, centreY: centre.y, sizePx: sidePx }
  const crop = readUpright(env.kernels, photo, square, 1, 0, SIDE_PX)
  const shape = [1, 3, SIDE_PX, SIDE_PX] as const
  const { values } = await palms.run({ shape, values: planesOf(crop) })
  await env.checkpoint()
  const [left, top] = [centre.x - sidePx / 2, centre.y - sidePx / 2]
  return ANCHORS.flatMap((anchor, index) => {
    const logit = values[ANCHORS.length * NUMBERS + index] as number
    const score = 1 / (1 + Math.exp(-logit))
    if (score < SCORE) return []
    const number = (which: number) => (values[index * NUMBERS + which] as number) / SIDE_PX
    const placed = (which: number): Point => ({
      x: left + (number(which) + anchor.x) * sidePx,
      y: top + (number(which + 1) + anchor.y) * sidePx,
    })
    const size = number(2) * sidePx
    return [
      { centre: placed(0), sidePx: size, wrist: placed(WRIST), knuckle: placed(KNUCKLE), score },
    ]
  })
}
