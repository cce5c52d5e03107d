import { StampaError } from '../../../../errors.ts'
import type { Kernels } from '../../../../kernels/kernels.ts'
import { piecesWithout } from '../../../../pixels/pieces.ts'
import {
  type Box,
  clampBox,
  grownBox,
  type PixelSource,
  rasterSource,
  scaledBox,
} from '../../../../pixels/pixels.ts'
import { boundsOf } from '../../../../pixels/plane-bounds.ts'
import type { FloatPlane, Raster } from '../../../../pixels/raster.ts'
import { StepProgress } from '../../../../pixels/strips.ts'
import { onWhite } from '../../../../pixels/white-paper.ts'
import { KeptOfPictures } from '../../../kept-of-pictures.ts'
import { FINE_COPY_PX } from '../../../preview-sizes.ts'
import { scaledCopy } from '../../../scaled-copy.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import type { FoundSubject } from '../cut-out.ts'
import type { Place } from '../left-out.ts'
import { isStripOfLand } from './land.ts'
import type { SegmentThings } from './segment-things.ts'
import { clarityOf, isSure, thingsAt, thingsIn } from './things-in-map.ts'

/** The mask's longer side: small things are seen twice, and a brush makes its own at 640 px. */
const MASK_PX = 1024
/**
 * A closer look is taken at what has with a margin at most so much of a side, and is believed where of what
 * either sees both see so much.
 */
const CLOSER = { margin: 0.15, most: 0.65, alike: 0.7 } as const
/**
 * Sides of the square that the network looks at. In the smaller one it sees what is large and of several parts
 * as one, a burger, a cactus, for six tenths of the time; in the larger one what is thin.
 */
const SIDES_PX = { smaller: 256, larger: 320 } as const
/** Less is doubted against what is held: the smaller square is believed. */
const CLEAR = 0.09
/** Less is held on average: nothing is there, and the larger one is not asked. */
const SEEN_MEAN = 0.7
/** Only the smaller one is sure: the larger one must hold so much on average. Dunes and rocks it does not. */
const HALF_SURE = 0.75
/** About things, in shares of them: fur and soft edges lie beyond their border. */
const MARGIN = 0.1
/** What of a mask may belong to something. */
const MAYBE = 0.15
/** Fur is looked for as if things were heads of this size, in longer sides of the photo. */
const FUR = 0.1

type Size = Pick<Raster, 'widthPx' | 'heightPx'>

interface ThingSearch {
  /** A place in each thing that the customer leaves out. */
  readonly leftOut?: readonly Place[] | null
  readonly memory?: object | undefined
  readonly copyOf?: ((longSidePx: number) => Promise<Raster>) | undefined
}

const maps = new KeptOfPictures<FloatPlane>(1)

/**
 * Finds what stands out in a photo, roughly: pets, cakes, cars.
 * @throws StampaError `nothing-stands-out` where the network is sure of nothing, or all is left out
 */
export async function findThings(
  env: ToolEnvironment,
  source: PixelSource,
  segment: SegmentThings,
  { leftOut = null, memory, copyOf }: ThingSearch = {},
): Promise<FoundSubject> {
  const finding = new StepProgress(env, 'find-things', 3)
  const copy = await (copyOf?.(FINE_COPY_PX) ?? scaledCopy(env, source, FINE_COPY_PX))
  const overview = await scaledCopy(env, rasterSource(copy), MASK_PX)
  await finding.step()
  const seen = await maps.of(memory, overview, () => lookAt(env, copy, overview, segment, finding))
  finding.finish()
  const mask = { ...seen, values: seen.values.slice() }
  const things = thingsIn(mask)
  const [largest] = things
  const isLand = largest !== undefined && isStripOfLand(env.kernels, overview, mask, largest)
  const left = thingsAt(mask, things, leftOut ?? [])
  const kept = things.filter((thing) => !left.has(thing))
  keepOnly(mask, kept)
  const bounds = boundsOf(mask, 0.5)
  if (bounds === null) throw new StampaError('nothing-stands-out')
  const box = grownBox(bounds, (Math.max(bounds.width, bounds.height) - 1) * MARGIN, mask)
  const told = things.map((thing) => ({ box: thing.box, place: thing.place }))
  return { mask, overview, box, faces: [], things: told, isLand, fur: FUR }
}

/** What the network says of a photo, at the size of a copy of it: the surer of two looks, where one is not clear. */
async function lookAt(
  env: ToolEnvironment,
  copy: Raster,
  size: Size,
  segment: SegmentThings,
  progress: StepProgress,
): Promise<FloatPlane> {
  const shown = onWhite(copy)
  const look = async (sidePx: number) => {
    const map = await lookIn(env.kernels, shown, size, (picture) =>
      segment(env.kernels, picture, sidePx),
    )
    await progress.step()
    return { map, clarity: clarityOf(map) }
  }
  const smaller = await look(SIDES_PX.smaller)
  const { mean, doubted } = smaller.clarity
  if (mean < SEEN_MEAN || (isSure(smaller.clarity) && doubted < CLEAR)) return smaller.map
  const larger = await look(SIDES_PX.larger)
  if (!isSure(larger.clarity) && isSure(smaller.clarity))
    return larger.clarity.mean < HALF_SURE ? larger.map : smaller.map
  const isClearer = isSure(larger.clarity) && !isSure(smaller.clarity)
  return isClearer || larger.clarity.doubted < doubted ? larger.map : smaller.map
}

/** One look at the whole, and a closer one at what is small. */
async function lookIn(
  kernels: Kernels,
  copy: Raster,
  { widthPx, heightPx }: Size,
  see: (picture: Raster) => Promise<FloatPlane>,
): Promise<FloatPlane> {
  const mask = kernels.resizePlane(await see(copy), widthPx, heightPx)
  const part = partOf(mask)
  if (part !== null) {
    const there = scaledBox(part, copy.widthPx / widthPx, copy.heightPx / heightPx)
    const shown = clampBox(there, copy.widthPx, copy.heightPx)
    const closer = await see(rasterSource(copy).read(shown))
    takeCloser(mask, part, kernels.resizePlane(closer, part.width, part.height))
  }
  for (let at = 0; at < mask.values.length; at++) {
    mask.values[at] = Math.min(1, Math.max(0, mask.values[at] as number))
  }
  return mask
}

/** Where what stands out is, with a margin; null where it is nearly as large as the picture. */
function partOf(mask: FloatPlane): Box | null {
  const bounds = boundsOf(mask, 0.5)
  if (bounds === null) return null
  const part = grownBox(bounds, Math.max(bounds.width, bounds.height) * CLOSER.margin, mask)
  return Math.max(part.width / mask.widthPx, part.height / mask.heightPx) <= CLOSER.most
    ? part
    : null
}

/** Takes a closer look's word for a part of a mask, where both see the same there. */
function takeCloser(mask: FloatPlane, part: Box, closer: FloatPlane): void {
  const rowOf = (y: number) => {
    const from = (part.y + y) * mask.widthPx + part.x
    return mask.values.subarray(from, from + part.width)
  }
  let [both, either] = [0, 0]
  for (let y = 0; y < part.height; y++) {
    const row = rowOf(y)
    for (let x = 0; x < part.width; x++) {
      const one = (row[x] as number) > 0.5
      const other = (closer.values[y * part.width + x] as number) > 0.5
      if (one && other) both++
      if (one || other) either++
    }
  }
  if (both < either * CLOSER.alike) return
  for (let y = 0; y < part.height; y++) {
    rowOf(y).set(closer.values.subarray(y * part.width, (y + 1) * part.width))
  }
}

/** Clears of a mask what hangs together with nothing that is kept. */
function keepOnly(mask: FloatPlane, kept: readonly { readonly pixels: Int32Array }[]): void {
  const isKept = new Uint8Array(mask.values.length)
  for (const { pixels } of kept) for (const at of pixels) isKept[at] = 1
  const without = piecesWithout(mask, MAYBE, (at) => isKept[at] === 1)
  for (let at = 0; at < without.length; at++) {
    // Between two things that nearly touch, the other's held pixels go, too.
    const isOthers = isKept[at] === 0 && (mask.values[at] as number) >= 0.5
    if (without[at] === 1 || isOthers) mask.values[at] = 0
  }
}
