import type { Kernels } from '../../../../../kernels/kernels.ts'
import { type Box, clampBox } from '../../../../../pixels/pixels.ts'
import { pointsOf } from '../../../../face-points/face-points.ts'
import { type FoundFace, scaledFace } from '../../../../face-points/find-faces.ts'
import type { Cel } from '../../cel.ts'
import { HAIR_BARE, type Hair } from '../../hair/hair.ts'
import { PART } from '../../hair/hair-tones.ts'
import type { OkLabPicture } from '../../study.ts'
import type { DrawnFace } from '../draw-faces.ts'
import { shadeEars } from './ear-shade.ts'
import {
  asNeighbour,
  coloursIn,
  isAsked,
  isDoubtedHair,
  KIND,
  type Pieces,
  piecesIn,
} from './loose-pieces.ts'
import { type HairTone, toldKinds } from './piece-kinds.ts'
import { ABOUT, kindsAmong, type PaintedPeople } from './place-kinds.ts'

/**
 * Paints what lies between faces, their hair and the outline of their heads: ears and the edges of cheeks, of which
 * cells leave crumbs of the photo. Each piece becomes skin or hair, whichever it is like and touches most.
 * @param fine the photo's colours
 * @param hairs one for each face
 * @param scale of the cel
 */
export function tidyEdges(
  kernels: Kernels,
  people: PaintedPeople,
  fine: OkLabPicture,
  faces: readonly DrawnFace[],
  hairs: readonly (Hair | null)[],
  scale: number,
): void {
  const { cel } = people
  const kindsAbout = kindsAmong(people)
  faces.forEach((drawn, k) => {
    if (drawn.isSmall) return
    const hair = hairs[k] ?? null
    const face = scaledFace(drawn.face, scale)
    const pieces = piecesIn(kernels, cel, fine, boxAbout(face, cel), kindsAbout(drawn, hair, scale))
    if (pieces.beside.size === 0) return
    const tones = [hairToneOf(hair, fine), beardToneOf(drawn)].filter((tone) => tone !== null)
    const kinds = toldKinds(pieces, drawn.skin.tone, tones, face.widthPx)
    paintPieces(kernels, cel, pieces, kinds)
    shadeEars(kernels, cel, drawn, { pieces, kinds, face, fine })
  })
}

function boxAbout({ points, widthPx }: FoundFace, cel: Cel): Box {
  const oval = pointsOf(points, 'faceOval')
  const [xs, ys] = [oval.map(({ x }) => x), oval.map(({ y }) => y)]
  const room = ABOUT.aside * widthPx
  const [x, y] = [Math.floor(Math.min(...xs) - room), Math.floor(Math.min(...ys) - room)]
  const width = Math.ceil(Math.max(...xs) + room) - x
  const height = Math.ceil(Math.max(...ys) + ABOUT.belowBox * widthPx) - y
  return clampBox({ x, y, width, height }, cel.widthPx, cel.heightPx)
}

/** Every so many places of hair tell its colour. */
const LOOKED = 3

/** The photo's colour where hair is. */
function hairToneOf(hair: Hair | null, { lightness, a, b }: OkLabPicture): HairTone | null {
  if (hair === null || hair.places.length === 0) return null
  const { places } = hair
  let [light, square, red, yellow] = [0, 0, 0, 0]
  let count = 0
  for (let k = 0; k < places.length; k += LOOKED) {
    // What is light may be skin.
    if (hair.parts[k] === PART.light) continue
    count++
    const at = places[k] as number
    light += lightness[at] as number
    square += (lightness[at] as number) ** 2
    red += a[at] as number
    yellow += b[at] as number
  }
  if (count === 0) return null
  const mean = light / count
  const spread = Math.sqrt(Math.max(0, square / count - mean * mean))
  return { tone: [mean, red / count, yellow / count], spread }
}

const beardToneOf = ({ skin: { beard } }: DrawnFace): HairTone | null =>
  beard === null || beard.isStubble ? null : { tone: beard.tone, spread: 0 }

/** Paints the pieces that were loose as what they meet most of their kind. */
function paintPieces(kernels: Kernels, cel: Cel, pieces: Pieces, kinds: Uint8Array): void {
  const { box, of, cells } = pieces
  const into = intoOf(pieces, kinds)
  if (into.size === 0) return
  const tos = new Int32Array(pieces.total).fill(-1)
  for (const [piece, to] of into) tos[piece] = to
  // Hair's colour changes slowly, and at its rim is not quite its own.
  const { lightness, a, b } = kernels.cellMeans(coloursIn(cel.colours, cel, box), pieces)
  const paintRow = (row: number) => {
    const first = (box.y + row) * cel.widthPx + box.x
    for (let x = 0, own = row * box.width; x < box.width; x++, own++) {
      const piece = of[own] as number
      const to = tos[piece] as number
      if (to < 0) continue
      const at = first + x
      cel.set(at, cells[to] as number, lightness[to] as number, a[to] as number, b[to] as number)
      const bare = kinds[piece] === KIND.skin ? 1 : HAIR_BARE
      if ((cel.bare[at] as number) < bare) cel.bare[at] = bare
    }
  }
  for (let row = 0; row < box.height; row++) paintRow(row)
}

/** Of each loose piece that is skin or hair the one that was so before with which its group has the longest border. */
function intoOf(pieces: Pieces, kinds: Uint8Array): ReadonlyMap<number, number> {
  const into = new Map<number, number>()
  const left = new Set<number>()
  for (const piece of pieces.beside.keys()) {
    const isStill = isDoubtedHair(pieces.kinds[piece]) && kinds[piece] !== KIND.skin
    if (!isStill && (kinds[piece] === KIND.skin || kinds[piece] === KIND.hair)) left.add(piece)
  }
  for (let isMoved = true; isMoved; ) {
    isMoved = false
    for (const piece of left) {
      let [to, most] = [-1, 0]
      for (const [other, px] of pieces.beside.get(piece) ?? []) {
        if (asNeighbour(kinds[other] as number) !== kinds[piece] || px <= most) continue
        const isOwn = !isAsked(pieces.kinds[other]) || !pieces.beside.has(other)
        const isHair = kinds[other] === KIND.hair && isDoubtedHair(pieces.kinds[other])
        const end = isOwn || isHair ? other : into.get(other)
        if (end !== undefined) [to, most] = [end, px]
      }
      if (to < 0) continue
      into.set(piece, to)
      left.delete(piece)
      isMoved = true
    }
  }
  return into
}
