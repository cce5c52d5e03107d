import { StampaError } from '../../../../errors.ts'
import { piecesWithout } from '../../../../pixels/pieces.ts'
import { grownBox, type PixelSource, rasterSource } from '../../../../pixels/pixels.ts'
import { boundsOf } from '../../../../pixels/plane-bounds.ts'
import type { FloatPlane, Raster } from '../../../../pixels/raster.ts'
import { StepProgress } from '../../../../pixels/strips.ts'
import { onWhite } from '../../../../pixels/white-paper.ts'
import { KeptOfPictures } from '../../../kept-of-pictures.ts'
import { scaledCopy } from '../../../scaled-copy.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import { COPY_PX, type FoundPeople } from '../cut-out.ts'
import type { Place } from '../left-out.ts'
import type { SegmentThings } from './segment-things.ts'
import { thingsAt, thingsIn } from './things-in-map.ts'

/** The mask's longer side, as that of people. */
const MASK_PX = 640
/** About things, in shares of them: fur and soft edges lie beyond their border. */
const MARGIN = 0.1
/** What of a mask may belong to something. */
const MAYBE = 0.15
/** Fur is looked for as if things were heads of this size, in longer sides of the photo. */
const FUR = 0.1

export interface ThingSearch {
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
): Promise<FoundPeople> {
  const finding = new StepProgress(env, 'separate', 2)
  const copy = await (copyOf?.(COPY_PX) ?? scaledCopy(env, source, COPY_PX))
  const overview = await scaledCopy(env, rasterSource(copy), MASK_PX)
  await finding.step()
  const look = async () => await segment(env.kernels, onWhite(overview))
  const map = await maps.of(memory, overview, look)
  await finding.step()
  const mask = env.kernels.resizePlane(map, overview.widthPx, overview.heightPx)
  clamp(mask.values)
  const things = thingsIn(mask)
  const left = thingsAt(mask, things, leftOut ?? [])
  const kept = things.filter((thing) => !left.has(thing))
  keepOnly(mask, kept)
  const bounds = boundsOf(mask, 0.5)
  if (bounds === null) throw new StampaError('nothing-stands-out')
  const box = grownBox(bounds, (Math.max(bounds.width, bounds.height) - 1) * MARGIN, mask)
  const told = things.map((thing) => ({ box: thing.box, place: thing.place }))
  return { mask, overview, box, faces: [], things: told, fur: FUR }
}

/** Enlarged, a map may run a little over its ends. */
function clamp(values: Float32Array): void {
  for (let at = 0; at < values.length; at++) {
    values[at] = Math.min(1, Math.max(0, values[at] as number))
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
