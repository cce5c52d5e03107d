import { createRaster } from '../pixels/pixels.ts'
import type { Raster } from '../pixels/raster.ts'
import type { Arena } from './arena.ts'
import type { KernelExports } from './kernel-exports.ts'
import type { SketchPlanes, SketchRows } from './kernels.ts'

/** In the order in which the kernel takes them. */
const slots: readonly (keyof SketchPlanes<unknown>)[] = [
  'lines',
  'shading',
  'stroke',
  'cross',
  'mass',
  'drawn',
  'skin',
  'tone',
  'red',
  'green',
  'blue',
]
const styles: readonly SketchRows['style'][] = ['pencil', 'ink', 'coloured-pencil']
/** What stands for a plane that is not there. */
const NONE = [0, 0, 0, 0, 0]

/** {@link Kernels.drawSketch} by the module. */
export function drawSketch(wasm: KernelExports, arena: Arena, asked: SketchRows): Raster {
  const { widthPx, heightPx, topPx, rows, style, strength, planes } = asked
  const parts = slots.flatMap((slot) => {
    const part = planes[slot]
    if (part === undefined) return NONE
    const { values, widthPx: smallWidth } = part.rows
    const isBytes = values instanceof Uint8ClampedArray ? 1 : 0
    return [arena.put(values), smallWidth, part.originPx, part.wholeHeightPx, isBytes]
  })
  const pixels = arena.allocate(widthPx * rows * 4)
  const given = arena.put(Int32Array.from(parts))
  const medium = styles.indexOf(style)
  wasm.drawSketch(pixels, widthPx, rows, topPx, heightPx, medium, strength, given)
  return arena.raster(pixels, createRaster(widthPx, rows))
}
