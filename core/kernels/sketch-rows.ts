import { createRaster } from '../pixels/pixels.ts'
import type { Raster } from '../pixels/raster.ts'
import type { PlanePart } from '../pixels/sample-rows.ts'
import type { Address, Arena } from './arena.ts'
import { NO_PLANE, sampled } from './plane-parts.ts'

export type SketchStyle = 'pencil' | 'ink' | 'coloured-pencil'

/** What a hand draws from; what a medium has no use for is left out. All 0..1 but strokes and colours. */
export interface SketchPlanes<Values> {
  /** 1 paper to 0 line. */
  readonly lines: Values
  /** How dark to shade. */
  readonly shading: Values
  /** Two layers of strokes, spread evenly; 0 to 255. */
  readonly stroke?: Values
  readonly cross?: Values
  /** How much line is about a place. */
  readonly mass?: Values
  /** How much is drawn, 0 for paper; all of it where it is left out. */
  readonly drawn?: Values
  /** The contour of what is drawn, 0 to 1 line, where its background is let go. */
  readonly outline?: Values
  /** How much of a place is skin, and how dark skin is there in any light. */
  readonly skin?: Values
  readonly tone?: Values
  /** How much skin is that of a face which fills the picture, and has room for strokes. */
  readonly closeUp?: Values
  /** 0 to 255. */
  readonly red?: Values
  readonly green?: Values
  readonly blue?: Values
}

/** Rows of a drawing, with all that they are drawn from. */
export interface SketchRows {
  /** Of the whole drawing. */
  readonly widthPx: number
  readonly heightPx: number
  /** The first of the rows, and how many are wanted. */
  readonly topPx: number
  readonly rows: number
  readonly style: SketchStyle
  /** 0 a light hand to 1 a heavy one. */
  readonly strength: number
  readonly planes: SketchPlanes<PlanePart>
}

/** Rows of a drawing by hand. */
export interface SketchKernels {
  /**
   * Rows of a drawing by hand, opaque, as sharp as they are large: each plane is read as if it were
   * as large as the drawing, bilinear. Any rows are as in the whole.
   */
  drawSketch(rows: SketchRows): Raster
}

export interface SketchExports {
  drawSketch(
    pixels: Address,
    w: number,
    rows: number,
    top: number,
    wholeH: number,
    style: number,
    strength: number,
    slots: Address,
  ): void
}

export const sketchExports = ['drawSketch'] as const satisfies readonly (keyof SketchExports)[]

/** The kernel that draws rows of a sketch. */
export const sketchKernels = (wasm: SketchExports, arena: Arena): SketchKernels => ({
  drawSketch: (rows) => arena.use(() => drawSketch(wasm, arena, rows)),
})

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
  'outline',
  'closeUp',
]
const styles: readonly SketchRows['style'][] = ['pencil', 'ink', 'coloured-pencil']

function drawSketch(wasm: SketchExports, arena: Arena, asked: SketchRows): Raster {
  const { widthPx, heightPx, topPx, rows, style, strength, planes } = asked
  const parts = slots.flatMap((slot) => {
    const part = planes[slot]
    if (part === undefined) return NO_PLANE
    return sampled(arena, part)
  })
  const pixels = arena.allocate(widthPx * rows * 4)
  const given = arena.put(Int32Array.from(parts))
  const medium = styles.indexOf(style)
  wasm.drawSketch(pixels, widthPx, rows, topPx, heightPx, medium, strength, given)
  return arena.raster(pixels, createRaster(widthPx, rows))
}
