import {
  createPlane,
  createRaster,
  type PixelSink,
  type PixelSource,
  smoothstep,
} from '../../../pixels/pixels.ts'
import type { Plane, Raster } from '../../../pixels/raster.ts'
import { RowSampler, type SampledPlane } from '../../../pixels/sample-rows.ts'
import { scaledCopy } from '../../../pixels/scaled-copy.ts'
import { eachStrip, FILTERED_PX, planStrips } from '../../../pixels/strips.ts'
import { onWhite } from '../../../pixels/white-paper.ts'
import type { ToolEnvironment } from '../../tool.ts'
import { type Study, type StudySettings, study } from './analysis.ts'
import { colouredPencil, ink, type Mark, type Medium, pencil } from './media.ts'
import { PaperTooth } from './texture.ts'

export type SketchStyle = 'pencil' | 'ink' | 'coloured-pencil'

export interface SketchSettings {
  readonly style: SketchStyle
  /** 0 a light hand to 1 a heavy one. */
  readonly strength: number
}

/**
 * Form and strokes are looked at in a copy of this size; lines, tooth and edges are then drawn
 * sharp at the size of the print. Every length is a fraction of the picture, so that a preview
 * looks as the print does.
 */
const DRAWING_LONG_SIDE_PX = 2048

const style: Record<SketchStyle, { medium: Medium; coloured: boolean; study: StudySettings }> = {
  pencil: {
    medium: pencil,
    coloured: false,
    study: {
      lines: { sigma: 0.7, length: 4, tau: 0.985, phi: 26 },
      strokes: [
        { restingAngle: -0.9, turn: 0, halfLength: 13, width: 1, seed: 1 },
        { restingAngle: -0.9, turn: 0.62, halfLength: 10, width: 1, seed: 2 },
      ],
    },
  },
  ink: {
    medium: ink,
    coloured: false,
    study: { lines: { sigma: 0.85, length: 6, tau: 0.985, phi: 60 }, strokes: [] },
  },
  'coloured-pencil': {
    medium: colouredPencil,
    coloured: true,
    study: {
      lines: { sigma: 0.75, length: 4, tau: 0.982, phi: 22 },
      strokes: [
        { restingAngle: -0.85, turn: 0, halfLength: 14, width: 1.25, seed: 3 },
        { restingAngle: -0.85, turn: 0.5, halfLength: 11, width: 1.1, seed: 4 },
      ],
    },
  },
}

/**
 * Draws a photo by hand: Kang's coherent lines (flow-based difference of Gaussians along the edge
 * tangent flow) over stroke layers that follow the form, on paper with a tooth. The result is
 * opaque where the photo is and keeps its alpha.
 */
export async function sketch(
  env: ToolEnvironment,
  source: PixelSource,
  settings: SketchSettings,
  sink: PixelSink,
): Promise<void> {
  const { medium, coloured, study: studySettings } = style[settings.style]
  const { luma, colours } = await lookedAt(env, source, coloured)
  const drawing = new SketchDrawing(source, await study(env, luma, studySettings), colours)
  const strips = planStrips(source.widthPx, source.heightPx, 0, FILTERED_PX)
  await eachStrip(env, 'draw', strips, (strip) => {
    const alpha = source.read({
      x: 0,
      y: strip.topPx,
      width: source.widthPx,
      height: strip.heightPx,
    })
    sink.write(strip.topPx, drawing.draw(strip.topPx, alpha, medium, settings.strength))
  })
}

/** All of the picture that is drawn from; bytes for the colours, where the medium has none of its own. */
async function lookedAt(env: ToolEnvironment, source: PixelSource, coloured: boolean) {
  const picture = await scaledCopy(env, source, DRAWING_LONG_SIDE_PX)
  const luma = env.kernels.luma(onWhite(picture))
  await env.checkpoint()
  return {
    luma,
    colours: coloured ? [0, 1, 2].map((channel) => channelOf(picture, channel)) : [],
  }
}

/** Reads the study at the size of the result. */
class SketchDrawing {
  readonly #size: { readonly widthPx: number; readonly heightPx: number }
  readonly #lines: RowSampler
  readonly #shading: RowSampler
  readonly #strokes: readonly RowSampler[]
  readonly #colours: readonly RowSampler[]
  readonly #tooth: PaperTooth
  /** Thousandths of the picture's longer side to a pixel. */
  readonly #unit: number

  constructor(size: PixelSource, seen: Study, colours: readonly Plane[]) {
    this.#size = size
    this.#unit = 1000 / Math.max(size.widthPx, size.heightPx)
    this.#tooth = new PaperTooth(size.widthPx, this.#unit)
    const sampler = (plane: SampledPlane) => new RowSampler(plane, size.widthPx, size.heightPx)
    this.#lines = sampler(seen.lines)
    this.#shading = sampler(seen.shading)
    this.#strokes = seen.strokes.map(sampler)
    this.#colours = colours.map(sampler)
  }

  draw(topPx: number, alpha: Raster, medium: Medium, strength: number): Raster {
    const { widthPx } = this.#size
    const rows = alpha.heightPx
    const strip = createRaster(widthPx, rows)
    const read = (sampler: RowSampler | undefined) => sampler?.rows(topPx, rows).values
    const lines = read(this.#lines)
    const shading = read(this.#shading)
    const stroke = read(this.#strokes[0])
    const cross = read(this.#strokes[1])
    const [red, green, blue] = this.#colours.map(read)
    const mark: Mark = {
      x: 0,
      y: 0,
      tooth: 0,
      line: 0,
      shading: 0,
      stroke: 0,
      cross: 0,
      red: 0,
      green: 0,
      blue: 0,
    }
    for (let row = 0; row < rows; row++) {
      mark.y = (topPx + row + 0.5) * this.#unit
      const tooth = this.#tooth.row(mark.y)
      for (let x = 0; x < widthPx; x++) {
        const i = row * widthPx + x
        mark.x = (x + 0.5) * this.#unit
        mark.tooth = tooth[x] as number
        // The enlarged line is soft: a steep S about its middle draws it sharp at any size.
        mark.line = smoothstep(0.12, 0.88, 1 - (lines?.[i] ?? 1))
        mark.shading = shading?.[i] ?? 0
        mark.stroke = stroke?.[i] ?? 0
        mark.cross = cross?.[i] ?? 0
        mark.red = (red?.[i] ?? 0) / 255
        mark.green = (green?.[i] ?? 0) / 255
        mark.blue = (blue?.[i] ?? 0) / 255
        medium(mark, strength, strip.rgba, i * 4)
        strip.rgba[i * 4 + 3] = alpha.rgba[i * 4 + 3] ?? 255
      }
    }
    return strip
  }
}

function channelOf(picture: Raster, channel: number): Plane {
  const plane = createPlane(picture.widthPx, picture.heightPx)
  for (let i = 0; i < plane.values.length; i++) {
    plane.values[i] = picture.rgba[i * 4 + channel] ?? 0
  }
  return plane
}
