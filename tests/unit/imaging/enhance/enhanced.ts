import type { InferenceSession, Tensor } from '#core/imaging/tool.ts'
import { enhance } from '#core/imaging/tools/enhance/enhance.ts'
import { createRaster, rasterSink, rasterSource } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { shippedNetwork } from '../../../fixtures/shipped-networks.ts'
import { testJob } from '../made-pictures.ts'

const shipped = await shippedNetwork('enhance/colour')

/** A picture by the network that ships, or by another. */
export async function enhanced(
  picture: Raster,
  strength = 1,
  network: InferenceSession = shipped.session,
): Promise<Raster> {
  const result = createRaster(picture.widthPx, picture.heightPx)
  await enhance(testJob(), rasterSource(picture), { strength }, network, rasterSink(result))
  return result
}

export const evenCurve = Array.from({ length: 17 }, (_, knot) => knot / 16)
export const keepsColour = [1, 0, 0, 0, 1, 0, 0, 0, 1]
const evenLight = Array.from({ length: 9 }, (_, knot) => knot / 8)
export const answerOf = (
  curves: readonly number[][],
  matrix = keepsColour,
  light = evenLight,
): Tensor => ({
  shape: [1, 69, 1, 1],
  values: Float32Array.from([...curves.flat(), ...matrix, ...light]),
})
export const networkOf = (answer: Tensor): InferenceSession => ({
  run: async () => answer,
  release: async () => {},
})
export const changeOf = (a: Raster, b: Raster) =>
  a.rgba.reduce((sum, value, i) => sum + Math.abs(value - (b.rgba[i] ?? 0)), 0) /
  ((a.rgba.length / 4) * 3)

/** A picture with flags along its right side: nobody would call it dull. */
export function flagged({ widthPx, heightPx, rgba }: Raster): Raster {
  const made = createRaster(widthPx, heightPx)
  made.rgba.set(rgba)
  for (let at = 0; at < rgba.length; at += 4) {
    const [x, y] = [(at / 4) % widthPx, Math.floor(at / 4 / widthPx)]
    if (x > 0.85 * widthPx) made.rgba.set(y % 24 < 12 ? [196, 24, 30, 255] : [24, 60, 190, 255], at)
  }
  return made
}
