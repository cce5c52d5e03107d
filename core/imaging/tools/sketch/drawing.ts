import { createRaster, smoothstep } from '../../../pixels/pixels.ts'
import type { Raster } from '../../../pixels/raster.ts'
import {
  type PlanePart,
  partFor,
  RowSampler,
  type SampledPlane,
} from '../../../pixels/sample-rows.ts'
import { colouredPencil, ink, type Mark, type Medium, pencil } from './media.ts'
import { PaperTooth } from './texture.ts'

const media = { pencil, ink, 'coloured-pencil': colouredPencil } as const satisfies Record<
  string,
  Medium
>
export type SketchStyle = keyof typeof media

/** What a hand draws from; what a medium has no use for is left out. */
export interface SketchPlanes<Values> {
  readonly lines: Values
  readonly shading: Values
  readonly stroke?: Values
  readonly cross?: Values
  readonly mass?: Values
  /** How much is drawn, 0 for paper; all of it where it is left out. */
  readonly drawn?: Values
  readonly skin?: Values
  readonly tone?: Values
  readonly red?: Values
  readonly green?: Values
  readonly blue?: Values
}

interface RowSettings {
  /** Of the whole drawing. */
  readonly widthPx: number
  readonly heightPx: number
  /** The first of the rows, and how many are wanted. */
  readonly topPx: number
  readonly rows: number
  readonly style: SketchStyle
  readonly strength: number
}

/** Rows of a drawing, with all that they are drawn from. */
export interface SketchRows extends RowSettings {
  readonly planes: SketchPlanes<PlanePart>
}

type Slot = keyof SketchPlanes<unknown>
const slots: readonly Slot[] = [
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

/** The same for each plane that is there. */
export const eachPlane = <From, To>(
  { lines, shading, ...others }: SketchPlanes<From>,
  change: (plane: From) => To,
): SketchPlanes<To> => ({
  ...Object.fromEntries(Object.entries(others).map(([slot, plane]) => [slot, change(plane)])),
  lines: change(lines),
  shading: change(shading),
})

/** What rows of a drawing are drawn from; the planes' memory is shared. */
export const rowsOf = (planes: SketchPlanes<SampledPlane>, settings: RowSettings): SketchRows => ({
  ...settings,
  planes: eachPlane(planes, (plane) =>
    partFor(plane, settings.heightPx, settings.topPx, settings.rows),
  ),
})

/** Draws rows at the size of the result, as sharp as it is. */
export class SketchDrawing {
  #widthPx = 0
  #heightPx = 0
  #tooth = new PaperTooth(0, 1)
  readonly #samplers = new Map<Slot, RowSampler>()

  draw({ planes, ...settings }: SketchRows): Raster {
    const { widthPx, topPx, rows, strength } = settings
    /** Thousandths of the picture's longer side to a pixel. */
    const unit = 1000 / Math.max(widthPx, settings.heightPx)
    this.#begin(settings, unit)
    const medium = media[settings.style]
    const strip = createRaster(widthPx, rows)
    const seen: Partial<Record<Slot, Float32Array>> = {}
    for (const slot of slots) {
      const part = planes[slot]
      if (part !== undefined) seen[slot] = this.#sampler(slot, part).rows(topPx, rows).values
    }
    const mark = blankMark(unit)
    for (let row = 0; row < rows; row++) {
      mark.y = (topPx + row + 0.5) * unit
      const tooth = this.#tooth.row(mark.y)
      for (let x = 0; x < widthPx; x++) {
        const i = row * widthPx + x
        mark.x = (x + 0.5) * unit
        mark.tooth = tooth[x] as number
        look(mark, seen, i)
        medium(mark, strength, strip.rgba, i * 4)
      }
    }
    return strip
  }

  /** Samplers and tooth are those of one size, and as good for every strip of it. */
  #begin({ widthPx, heightPx }: RowSettings, unit: number): void {
    if (widthPx === this.#widthPx && heightPx === this.#heightPx) return
    this.#widthPx = widthPx
    this.#heightPx = heightPx
    this.#samplers.clear()
    this.#tooth = new PaperTooth(widthPx, unit)
  }

  #sampler(slot: Slot, part: PlanePart): RowSampler {
    const known = this.#samplers.get(slot)
    const sampler =
      known?.planeWidthPx === part.rows.widthPx
        ? known
        : new RowSampler(part.rows, this.#widthPx, this.#heightPx)
    this.#samplers.set(slot, sampler)
    sampler.readFrom(part)
    return sampler
  }
}

const blankMark = (pixel: number): Mark => ({
  x: 0,
  y: 0,
  pixel,
  tooth: 0,
  line: 0,
  shading: 0,
  stroke: 0,
  cross: 0,
  mass: 0,
  skin: 0,
  tone: 0,
  red: 0,
  green: 0,
  blue: 0,
})

/** What is known of pixel `i`. */
function look(mark: Mark, seen: Partial<Record<Slot, Float32Array>>, i: number): void {
  const drawn = seen.drawn?.[i] ?? 1
  // The enlarged line is soft: a steep S about its middle draws it sharp at any size.
  mark.line = smoothstep(0.12, 0.88, (1 - (seen.lines?.[i] ?? 1)) * drawn)
  mark.shading = (seen.shading?.[i] ?? 0) * drawn
  mark.stroke = seen.stroke?.[i] ?? 0
  mark.cross = seen.cross?.[i] ?? 0
  mark.mass = seen.mass?.[i] ?? 0
  mark.skin = seen.skin?.[i] ?? 0
  mark.tone = seen.tone?.[i] ?? 0
  mark.red = colour(seen.red?.[i] ?? 0, drawn)
  mark.green = colour(seen.green?.[i] ?? 0, drawn)
  mark.blue = colour(seen.blue?.[i] ?? 0, drawn)
}

/** White where nothing is drawn. */
const colour = (byte: number, drawn: number): number => 1 - (1 - byte / 255) * drawn
