import type { PixelSink, PixelSource } from '../../../pixels/pixels.ts'
import type { Raster } from '../../../pixels/raster.ts'
import { eachStrip, planStrips } from '../../../pixels/strips.ts'
import { onWhite } from '../../../pixels/white-paper.ts'
import { sampledCopy } from '../../sampled-copy.ts'
import type { InferenceSession, Tensor, ToolEnvironment } from '../../tool.ts'
import { tablesOf } from './look.ts'
import { keepsSkin, restraint } from './restraint.ts'

export interface EnhanceSettings {
  /** 0 leaves the photo as it is, 1 applies the whole correction. */
  readonly strength: number
}

/** Side of the square copy that the network sees. */
const SEEN_PX = 256
/** A pixel costs so little here that the turns between strips would count. */
const STRIP_PX = 524_288

/**
 * Improves light and colour: a network looks at a small copy and answers one change for every pixel,
 * so there are no seams and size costs nothing but one pass over the photo.
 * @param network of the role `enhance/colour`
 */
export async function enhance(
  env: ToolEnvironment,
  source: PixelSource,
  settings: EnhanceSettings,
  network: InferenceSession,
  sink: PixelSink,
): Promise<void> {
  const copy = onWhite(await sampledCopy(env, source, SEEN_PX))
  const look = await network.run(tensorOf(copy))
  const tables = tablesOf(look, settings.strength * shareOf(env, copy, look))
  const strips = planStrips(source.widthPx, source.heightPx, 0, STRIP_PX)
  await eachStrip(env, 'enhance', strips, (strip) => {
    const rows = source.read({
      x: 0,
      y: strip.topPx,
      width: source.widthPx,
      height: strip.heightPx,
    })
    sink.write(strip.topPx, env.kernels.colourTables(rows, tables, rows))
  })
}

/** Shares of a look that are tried until people look natural. */
const LESS = 0.8
const TRIES = 8

/** How much of the look is good for the photo. */
function shareOf(env: ToolEnvironment, copy: Raster, look: Tensor): number {
  const under = (share: number) => env.kernels.colourTables(copy, tablesOf(look, share))
  let share = restraint(copy, under(1))
  for (let tried = 0; tried < TRIES; tried++) {
    if (keepsSkin(copy, under(share))) return share
    share *= LESS
  }
  return 0
}

/** RGB 0..1, NCHW. */
function tensorOf({ widthPx, heightPx, rgba }: Raster): Tensor {
  const count = widthPx * heightPx
  const values = new Float32Array(count * 3)
  for (let at = 0; at < count; at++) {
    for (let c = 0; c < 3; c++) values[c * count + at] = (rgba[at * 4 + c] ?? 0) / 255
  }
  return { shape: [1, 3, heightPx, widthPx], values }
}
