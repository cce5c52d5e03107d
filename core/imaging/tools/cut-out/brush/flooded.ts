import { StampaError } from '../../../../errors.ts'
import {
  type Box,
  createFloatPlane,
  grownBox,
  type PixelSource,
  rasterSource,
  unionBox,
} from '../../../../pixels/pixels.ts'
import { boundsOf } from '../../../../pixels/plane-bounds.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import { onWhite } from '../../../../pixels/white-paper.ts'
import { type BrushStroke, strokesText } from '../../../brush-strokes.ts'
import { KeptOfPictures } from '../../../kept-of-pictures.ts'
import { scaledCopy } from '../../../scaled-copy.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import type { FoundSubject } from '../cut-out.ts'
import type { RealFace } from '../people/faces/face-gate.ts'
import { flood } from './flood.ts'
import { mark, markedPieces, meantPixels } from './marks.ts'
import { changedBy } from './mend.ts'
import { type Neighbours, neighboursOf } from './neighbours.ts'
import { SOME } from './room.ts'
import { atRimOf, type Superpixels, superpixelsOf } from './superpixels.ts'

/** Longest side of the picture that is flooded; masks of people have the same. */
const FLOODED_PX = 640
/** Of what stays, about it: hair and soft edges lie beyond its border. */
const MARGIN = 0.1
/** Half sides of what of a face no stroke beside it takes away, in sizes of the face. */
const GUARDED = 0.45
/** How soft the edge of a change is until the matte finds the photo's own. */
const SOFT_PX = 0.8

interface Cut {
  readonly pieces: Superpixels
  readonly neighbours: Neighbours
}

const cut = new KeptOfPictures<Cut>(1)
/** What strokes made of a picture: the next one goes on from there, and undo back to it. */
const masks = new KeptOfPictures<FloatPlane>(12)

/**
 * What stays of a photo by strokes over it, or of what networks found by strokes that mend it. Each
 * stroke goes on from what the ones before it made, and changes it about itself only.
 * @param seen as networks found it; null where the strokes alone decide
 * @param memory what is kept of the picture for the next stroke lives as long
 * @throws StampaError `nothing-painted` where nothing stays
 */
export async function floodedBy(
  env: ToolEnvironment,
  source: PixelSource,
  strokes: readonly BrushStroke[],
  seen: FoundSubject | null,
  memory: object,
): Promise<FoundSubject> {
  if (seen === null && !strokes.some(({ mode }) => mode === 'add'))
    throw new StampaError('nothing-painted')
  const from = seen === null ? source : rasterSource(seen.overview)
  const overview = onWhite(await scaledCopy(env, from, FLOODED_PX))
  const make = async () => {
    const pieces = await superpixelsOf(env, overview)
    return { pieces, neighbours: neighboursOf(pieces) }
  }
  const parts = await cut.of(memory, overview, make)
  const { widthPx, heightPx } = overview
  const scale = widthPx / source.widthPx
  let mask =
    seen === null
      ? createFloatPlane(widthPx, heightPx)
      : env.kernels.resizePlane(seen.mask, widthPx, heightPx)
  const faces = (seen?.faces ?? []).map((face) => piecesOfFace(parts.pieces, face, scale))
  const begun = seen === null ? '' : fingerprint(seen.mask)
  const askedOf = (count: number) => `${begun} ${strokesText(strokes.slice(0, count))}`
  // From the last that is known: of many strokes the first are not kept any more.
  let count = strokes.length
  for (; count > 0; count--) {
    const known = masks.known(memory, overview, askedOf(count))
    if (known === undefined) continue
    mask = known
    break
  }
  while (count++ < strokes.length) {
    const before = mask
    const done = strokes.slice(0, count)
    const next = () => maskAfter(env, parts, before, done, seen && faces)
    mask = await masks.of(memory, overview, next, askedOf(count))
  }
  const bounds = boundsOf(mask, 0.5)
  if (bounds === null) throw new StampaError('nothing-painted')
  const margin = (Math.max(bounds.width, bounds.height) - 1) * MARGIN
  const own = grownBox(bounds, margin, mask)
  // In the box that it was found in, it has the same matte wherever nothing changed.
  const box = seen === null ? own : holds(seen.box, bounds) ? seen.box : unionBox(seen.box, own)
  return { ...seen, mask, box, overview, faces: seen?.faces ?? [], strokes }
}

const holds = (box: Box, { x, y, width, height }: Box): boolean =>
  x >= box.x && y >= box.y && x + width <= box.x + box.width && y + height <= box.y + box.height

/** Of what was found with and without what was left out. */
function fingerprint({ values }: FloatPlane): string {
  let print = values.length
  for (let at = 0; at < values.length; at++) {
    print = (Math.imul(print, 31) + Math.round((values[at] as number) * 65_535)) | 0
  }
  return `seen ${print}`
}

async function maskAfter(
  env: ToolEnvironment,
  { pieces, neighbours }: Cut,
  mask: FloatPlane,
  strokes: readonly BrushStroke[],
  faces: readonly (readonly number[])[] | null,
): Promise<FloatPlane> {
  const stroke = strokes.at(-1)
  if (stroke === undefined) return mask
  const held = meansOf(pieces, mask)
  const meant = meantPixels(pieces, strokes)
  const isAnything = held.some((share) => share > 0.5)
  if (!isAnything) return asMeant(await flood(env, pieces, neighbours, strokes), meant)
  const said = markedPieces(pieces, strokes.slice(0, -1))
  const mending = {
    pieces,
    neighbours,
    atRim: atRimOf(pieces),
    held,
    isSeen: faces !== null,
    faces: faces ?? [],
    said,
  }
  const changes = await changedBy(env, mending, stroke)
  return asMeant(drawn(env, pieces, mask, changes, stroke.mode === 'add' ? 1 : 0), meant)
}

/** A mask, in its own memory, that does at least what strokes say of single pixels. */
function asMeant(mask: FloatPlane, meant: Int8Array): FloatPlane {
  const { values } = mask
  for (let at = 0; at < values.length; at++) {
    const value = values[at] as number
    if (meant[at] === mark.stays && value < SOME.open) values[at] = 1
    else if (meant[at] === mark.goes && value > SOME.held) values[at] = 0
  }
  return mask
}

function meansOf({ labels, sizes, count }: Superpixels, plane: FloatPlane): Float64Array {
  const sums = new Float64Array(count)
  for (let at = 0; at < labels.length; at++) {
    const piece = labels[at] as number
    sums[piece] = (sums[piece] as number) + (plane.values[at] as number)
  }
  return sums.map((sum, piece) => sum / (sizes[piece] as number))
}

function piecesOfFace(
  { widthPx, heightPx, labels }: Superpixels,
  { centreX, centreY, sizePx }: RealFace,
  scale: number,
): readonly number[] {
  const half = sizePx * GUARDED * scale
  const [x, y] = [centreX * scale, centreY * scale]
  const found = new Set<number>()
  const [top, bottom] = [Math.max(0, Math.ceil(y - half)), Math.min(heightPx - 1, y + half)]
  const [left, right] = [Math.max(0, Math.ceil(x - half)), Math.min(widthPx - 1, x + half)]
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) {
      if (Math.hypot(column - x, row - y) > half) continue
      found.add(labels[row * widthPx + column] as number)
    }
  }
  return [...found]
}

/** A mask with the pieces that changed; elsewhere it is as it was. */
function drawn(
  env: ToolEnvironment,
  { widthPx, heightPx, labels }: Superpixels,
  mask: FloatPlane,
  changes: Uint8Array,
  to: number,
): FloatPlane {
  const changed = createFloatPlane(widthPx, heightPx)
  for (let at = 0; at < labels.length; at++) {
    changed.values[at] = changes[labels[at] as number] as number
  }
  const soft = env.kernels.gaussian(changed, SOFT_PX).values
  const values = mask.values.slice()
  for (let at = 0; at < values.length; at++) {
    const share = soft[at] as number
    if (share === 0) continue
    const old = values[at] as number
    values[at] = to === 1 ? Math.max(old, share) : Math.min(old, 1 - share)
  }
  return { widthPx, heightPx, values }
}
