import type { Kernels } from '../kernels/kernels.ts'
import type { Raster } from '../pixels/raster.ts'
import type { SketchRows } from './tools/sketch/drawing.ts'

/** What tools do to strips of a picture and any thread can do: pure, of plain values and pixels. */
export interface StripWork
  extends Pick<Kernels, 'gaussian' | 'guidedFilter' | 'flowLines' | 'lineIntegral'> {
  sketchRows(rows: SketchRows): Raster
}

/** The same, done by whichever thread is free. */
export type StripThreads = {
  readonly [Name in keyof StripWork]: (
    ...given: Parameters<StripWork[Name]>
  ) => Promise<ReturnType<StripWork[Name]>>
} & {
  /** Strips that are begun at once, so that no thread waits for its next. */
  readonly lanes: number
}
