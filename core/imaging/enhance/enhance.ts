import type { PixelSink, PixelSource } from '../pixels.ts'
import { scaledCopy } from '../scaled-copy.ts'
import { eachStrip, planStrips } from '../strips.ts'
import type { ToolEnvironment } from '../tool.ts'
import { analyseLight } from './analyse.ts'
import { lookFor } from './look.ts'

export interface EnhanceSettings {
  /** 0 leaves the photo as it is, 1 applies the whole correction. */
  readonly strength: number
}

const ANALYSED_PX = 384

/** Improves light and colour: one look at a small copy, one table for every pixel. No seams. */
export async function enhance(
  env: ToolEnvironment,
  source: PixelSource,
  settings: EnhanceSettings,
  sink: PixelSink,
): Promise<void> {
  const lut = lookFor(analyseLight(await scaledCopy(env, source, ANALYSED_PX)))
  await eachStrip(env, 'enhance', planStrips(source.widthPx, source.heightPx, 0), (strip) => {
    const rows = source.read({
      x: 0,
      y: strip.topPx,
      width: source.widthPx,
      height: strip.heightPx,
    })
    sink.write(strip.topPx, env.kernels.lut3d(rows, lut, settings.strength))
  })
}
