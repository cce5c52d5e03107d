import type { PixelSource } from '../../../../../pixels/pixels.ts'
import type { Raster } from '../../../../../pixels/raster.ts'
import type { Strip } from '../../../../../pixels/strips.ts'
import type { FaceWarp } from './face-warp.ts'

/**
 * Rows of a photo whose alpha goes by the map that its paint goes by: a cut-out's edge stays with the
 * face. Any rows are as in the whole.
 * @param scale of the photo against the picture in which the faces were found
 */
export function rowsOfWarped(
  source: PixelSource,
  { topPx, heightPx }: Pick<Strip, 'topPx' | 'heightPx'>,
  warp: FaceWarp,
  scale: number,
): Raster {
  const { widthPx } = source
  const rows = source.read({ x: 0, y: topPx, width: widthPx, height: heightPx })
  const isMet = warp.boxes.some(
    ({ y, height }) => y * scale < topPx + heightPx && (y + height) * scale > topPx,
  )
  if (!isMet) return rows
  const reach = Math.ceil(warp.reachPx * scale) + 1
  const from = Math.max(0, topPx - reach)
  const to = Math.min(source.heightPx, topPx + heightPx + reach)
  const about = source.read({ x: 0, y: from, width: widthPx, height: to - from })
  for (let at = 0; at < widthPx * heightPx; at++) {
    const x = (at % widthPx) + 0.5
    const y = topPx + Math.floor(at / widthPx) + 0.5
    const place = warp.sourceOf({ x: x / scale, y: y / scale })
    const fromX = place.x * scale
    const fromY = place.y * scale
    if (Math.abs(fromX - x) + Math.abs(fromY - y) < 1e-3) continue
    rows.rgba[at * 4 + 3] = alphaAt(about, fromX - 0.5, fromY - from - 0.5)
  }
  return rows
}

/** Between four pixels. */
function alphaAt({ widthPx, heightPx, rgba }: Raster, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const at = (dx: number, dy: number) => {
    const column = Math.min(widthPx - 1, Math.max(0, left + dx))
    const row = Math.min(heightPx - 1, Math.max(0, top + dy))
    return rgba[(row * widthPx + column) * 4 + 3] as number
  }
  const [u, v] = [x - left, y - top]
  const upper = at(0, 0) + (at(1, 0) - at(0, 0)) * u
  const lower = at(0, 1) + (at(1, 1) - at(0, 1)) * u
  return upper + (lower - upper) * v
}
