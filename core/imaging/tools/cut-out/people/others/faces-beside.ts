import {
  type Box,
  clampBox,
  cropRaster,
  scaledBox,
  smoothstep,
} from '../../../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../../../pixels/raster.ts'
import type { DetectFaces, ToolEnvironment } from '../../../../tool.ts'
import { type HeadPlace, headsAway } from '../heads/head-place.ts'
import { isPortrait } from '../looks/body-votes.ts'

/** Among more people nobody is a bystander. */
const PEOPLE_MAX = 2
/**
 * Sides of the squares beside a head that are looked at, the closest one first, and where their middles lie,
 * in sizes of that head's face.
 */
const SQUARES = [
  { side: 2, aside: 1.7, down: 1.2 },
  { side: 3, aside: 1.6, down: 0.8 },
  { side: 4, aside: 1.6, down: 0.5 },
] as const
/** The mask holds, and the second network doubts, so much of a square of the face's size: else nobody is looked for. */
const DOUBTED = { vote: 0.8, area: 0.3 } as const
/** Sum of a face's scores in the three looks: a puffed sleeve looks a little like a face in one of them. */
const SCORES = 0.8
/** So near, in its sizes, it is the same face in two looks. */
const SAME = 0.5
/** Who is behind is smaller than this, and further from heads than either of these, in their sizes. */
const SMALLER = 0.7
const AWAY = { any: 1, across: 0.7 } as const
/** Held on average over a face that stands on nobody sure: what is left of a bystander. */
const FACE = { held: 0.4, voted: 0.8 } as const
/** A head with its hair about a face, in sizes of that. */
const HEAD = { up: 0.15, across: 1.2, along: 1.4 } as const
/** What the second network says of what stays in a bystander's head from the first on, wholly from the other. */
const OWN_IN_HEAD = { from: 0.75, wholly: 0.98 } as const
/** The same of what hangs below it. */
const OWN_BELOW = { from: 0.7, wholly: 0.9 } as const
/** What is left of a bystander. */
const LEFT = 0.1

/** What is known of the people by now. */
interface KnownBesides {
  readonly seen: Raster
  readonly mask: FloatPlane
  readonly heads: readonly HeadPlace[]
  readonly doubtful: readonly HeadPlace[]
}

/**
 * Takes those out of a mask, in place, who look over the shoulders of one or two people: small faces that
 * only a closer look finds, on what the looks took for the people's own and the second network doubts.
 * @param votes of the second network, under 0 where it said nothing; null where it was not asked
 */
export async function dropFacesBeside(
  env: ToolEnvironment,
  { seen, mask, heads, doubtful }: KnownBesides,
  votes: FloatPlane | null,
  detect: DetectFaces,
): Promise<void> {
  if (votes === null || heads.length > PEOPLE_MAX || isPortrait(mask, heads)) return
  const known = [...heads, ...doubtful]
  const isBystanders = (face: HeadPlace) =>
    isBehind(face, heads, known) && isTaken(face, mask, votes)
  const behind: HeadPlace[] = []
  for (const squares of squaresBeside(mask, heads, votes)) {
    const looks: (readonly SeenFace[])[] = []
    for (const square of squares) {
      looks.push(await look(env, seen, mask, square, detect))
      // Wider looks only make sure: without a face in the closest one there is nobody.
      if (looks[0]?.some((face) => isBehind(face, heads, known)) !== true) break
    }
    const sure = looks.flat().filter((face) => scoresOf(face, looks) > SCORES)
    behind.push(...sure.filter(isBystanders))
  }
  if (behind.length > 0) clear(mask, votes, heads, behind)
}

interface SeenFace extends HeadPlace {
  readonly score: number
}

/** Faces in a square, in pixels of the mask. */
async function look(
  env: ToolEnvironment,
  seen: Raster,
  mask: FloatPlane,
  square: Box,
  detect: DetectFaces,
): Promise<readonly SeenFace[]> {
  await env.checkpoint()
  const inSeen = scaledBox(square, seen.widthPx / mask.widthPx)
  const faces = await detect(cropRaster(seen, clampBox(inSeen, seen.widthPx, seen.heightPx)))
  return faces.map((face) => ({
    x: square.x + (face.x + face.width / 2) * square.width,
    y: square.y + (face.y + face.height / 2) * square.height,
    size: Math.max(face.width * square.width, face.height * square.height),
    angle: 0,
    score: face.score,
  }))
}

/** Sum of what looks say of a face at its place. */
const scoresOf = (face: SeenFace, looks: readonly (readonly SeenFace[])[]): number =>
  looks.reduce((sum, faces) => {
    const same = faces.filter(({ x, y }) => Math.hypot(face.x - x, face.y - y) < SAME * face.size)
    return sum + Math.max(0, ...same.map(({ score }) => score))
  }, 0)

/** Squares beside heads where the mask holds what the second network doubts. */
function squaresBeside(
  mask: FloatPlane,
  heads: readonly HeadPlace[],
  votes: FloatPlane,
): (readonly Box[])[] {
  return heads.flatMap((head) =>
    ([-1, 1] as const).flatMap((side) => {
      const squares = SQUARES.map((square) => squareBeside(head, side, square, mask))
      const widest = squares.at(-1)
      return widest && isDoubtedIn(widest, head, mask, votes) ? [squares] : []
    }),
  )
}

function squareBeside(
  { x, y, size }: HeadPlace,
  hand: -1 | 1,
  { side, aside, down }: { readonly side: number; readonly aside: number; readonly down: number },
  { widthPx, heightPx }: FloatPlane,
): Box {
  const square = {
    x: x + (hand * aside - side / 2) * size,
    y: y + (down - side / 2) * size,
    width: side * size,
    height: side * size,
  }
  return clampBox(square, widthPx, heightPx)
}

function isDoubtedIn(square: Box, head: HeadPlace, mask: FloatPlane, votes: FloatPlane): boolean {
  let count = 0
  eachIn(square, mask, (at, x, y) => {
    const vote = votes.values[at] as number
    if ((mask.values[at] as number) < 0.5 || vote < 0 || vote > DOUBTED.vote) return
    if (headsAway([head], x, y) > AWAY.any) count++
  })
  return count > DOUBTED.area * head.size ** 2
}

/** Whether a face is no known one and small enough to be of somebody behind. */
const isBehind = (
  { x, y, size }: HeadPlace,
  heads: readonly HeadPlace[],
  known: readonly HeadPlace[],
): boolean =>
  headsAway(known, x, y) > AWAY.any &&
  heads.every(
    (head) => size < SMALLER * head.size && Math.abs(x - head.x) > AWAY.across * head.size,
  )

/** Whether the mask holds a face that the second network does not clearly give to the people. */
function isTaken({ x, y, size }: HeadPlace, mask: FloatPlane, votes: FloatPlane): boolean {
  let [held, voted, count] = [0, 0, 0]
  const box = { x: x - size / 2, y: y - size / 2, width: size, height: size }
  eachIn(box, mask, (at) => {
    held += mask.values[at] as number
    voted += votes.values[at] as number
    count++
  })
  return held > FACE.held * count && voted >= 0 && voted < FACE.voted * count
}

/** Lowers, in place, heads, and what hangs from them rather than from the people, but for what is surely the people's. */
function clear(
  mask: FloatPlane,
  votes: FloatPlane,
  people: readonly HeadPlace[],
  bystanders: readonly HeadPlace[],
): void {
  const whole = { x: 0, y: 0, width: mask.widthPx, height: mask.heightPx }
  eachIn(whole, mask, (at, x, y) => {
    const vote = votes.values[at] as number
    if (vote < 0 || vote >= OWN_IN_HEAD.wholly || mask.values[at] === 0) return
    const isOfHead = bystanders.some(
      (head) =>
        Math.hypot(
          (x - head.x) / (HEAD.across * head.size),
          (y - head.y + HEAD.up * head.size) / (HEAD.along * head.size),
        ) < 1,
    )
    const isBelow = bystanders.some((head) => y > head.y)
    if (!isOfHead && !(isBelow && headsAway(bystanders, x, y) < headsAway(people, x, y))) return
    const { from, wholly } = isOfHead ? OWN_IN_HEAD : OWN_BELOW
    const kept = LEFT + (1 - LEFT) * smoothstep(from, wholly, vote)
    mask.values[at] = (mask.values[at] as number) * kept
  })
}

/** The pixels of a box as far as it lies in the mask. */
function eachIn(
  box: Box,
  { widthPx, heightPx }: FloatPlane,
  visit: (at: number, x: number, y: number) => void,
): void {
  const right = Math.min(widthPx, box.x + box.width)
  const bottom = Math.min(heightPx, box.y + box.height)
  for (let y = Math.max(0, Math.round(box.y)); y < bottom; y++) {
    for (let x = Math.max(0, Math.round(box.x)); x < right; x++) visit(y * widthPx + x, x, y)
  }
}
