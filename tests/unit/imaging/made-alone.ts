import type { RunTool } from '#core/imaging/tool-definition.ts'
import { createRaster, rasterSink, rasterSource } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { testJob } from './made-pictures.ts'

export interface As {
  readonly ratio?: number
  readonly isQuick?: boolean
}

/** What a tool makes of a picture on a device without networks. */
export async function madeAlone<Settings>(
  run: RunTool<Settings>,
  picture: Raster,
  settings: Settings,
  { ratio = 1, isQuick = false }: As = {},
): Promise<Raster> {
  const results: Raster[] = []
  const openSink = (widthPx: number, heightPx: number) => {
    const result = createRaster(widthPx, heightPx)
    results.push(result)
    return rasterSink(result)
  }
  const job = {
    env: testJob(),
    source: rasterSource(picture),
    openSink,
    ratio,
    isQuick,
    memory: {},
    network: async () => null,
    networks: () => Promise.reject(new Error('no network is here')),
  }
  await run(job, settings)
  const [result] = results
  if (result === undefined) throw new Error('nothing was drawn')
  return result
}
