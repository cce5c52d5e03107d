import {
  createPlane,
  createRaster,
  fittedSize,
  type PixelSink,
  type PixelSource,
  smoothstep,
} from '../../../pixels/pixels.ts'
import type { Plane, Raster } from '../../../pixels/raster.ts'
import { RowSampler, type SampledPlane } from '../../../pixels/sample-rows.ts'
import { eachStrip, FILTERED_PX, planStrips } from '../../../pixels/strips.ts'
import { onWhite } from '../../../pixels/white-paper.ts'
import { nobody, type People } from '../../portrait/people.ts'
import { scaledCopy } from '../../scaled-copy.ts'
import type { ToolEnvironment } from '../../tool.ts'
import { type Study, type StudySettings, study } from './analysis.ts'
import { drawnShare, letGo, type SketchBackground } from './background.ts'
import { drawFeatures } from './features.ts'
import { litAlike } from './light.ts'
import { colouredPencil, ink, type Mark, type Medium, pencil } from './media.ts'
import { type Skin, skinOf } from './skin.ts'
import { PaperTooth } from './texture.ts'

export type SketchStyle = 'pencil' | 'ink' | 'coloured-pencil'

export interface SketchSettings {
  readonly style: SketchStyle
  /** 0 a light hand to 1 a heavy one. */
  readonly strength: number
  readonly background: SketchBackground
}

/**
 * Form and strokes are looked at in a copy of this size; lines, tooth and edges are then drawn
 * sharp at the size of the print. Every length is a fraction of the picture, so that a preview
 * looks as the print does.
 */
const DRAWING_LONG_SIDE_PX = 2048
const SKIN_LONG_SIDE_PX = 768
/** Smaller pictures than these are looked at and drawn larger than they are, up to this factor. */
const STUDIED_LEAST_PX = 1024
const DRAWN_LEAST_PX = 1200
const FINER_MAX = 3

type PeopleIn = (picture: Raster) => Promise<People>

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
    study: { lines: { sigma: 0.9, length: 7, tau: 0.985, phi: 55 }, strokes: [], mass: 2.4 },
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
  peopleIn: PeopleIn = async () => nobody,
): Promise<void> {
  const { medium, study: studySettings } = style[settings.style]
  const { seen, skin, people, drawn, colours } = await lookedAt(env, source, settings, peopleIn)
  const studied = await study(env, seen, studySettings)
  await drawFeatures(env, studied, people.faces)
  if (drawn !== null) letGo(env.kernels, studied, colours, drawn)
  await env.checkpoint()
  const finer = finerBy(source)
  const drawing = new SketchDrawing(
    { widthPx: source.widthPx * finer, heightPx: source.heightPx * finer },
    studied,
    skin,
    colours,
  )
  const stripPx = Math.round(FILTERED_PX / finer ** 2)
  const strips = planStrips(source.widthPx, source.heightPx, 0, stripPx)
  await eachStrip(env, 'draw', strips, ({ topPx, heightPx }) => {
    const photo = source.read({ x: 0, y: topPx, width: source.widthPx, height: heightPx })
    const rows = drawing.draw(topPx * finer, heightPx * finer, medium, settings.strength)
    const { widthPx } = source
    const strip = finer === 1 ? rows : env.kernels.resizeArea(rows, widthPx, heightPx)
    for (let at = 3; at < strip.rgba.length; at += 4) strip.rgba[at] = photo.rgba[at] ?? 255
    sink.write(topPx, strip)
  })
}

/** How much larger a small picture is drawn before it is brought to its size: lines have no stairs. */
const finerBy = ({ widthPx, heightPx }: Size) =>
  Math.max(1, Math.min(FINER_MAX, Math.ceil(DRAWN_LEAST_PX / Math.max(widthPx, heightPx))))

/** A small picture is looked at enlarged: strokes and lines need room. */
function roomy(env: ToolEnvironment, picture: Raster): Raster {
  const { widthPx, heightPx } = picture
  const factor = Math.min(FINER_MAX, STUDIED_LEAST_PX / Math.max(widthPx, heightPx))
  if (factor <= 1) return picture
  const [width = 1, height = 1] = [widthPx, heightPx].map((px) => Math.round(px * factor))
  return env.kernels.resizeLanczos3(picture, width, height)
}

/** All of the picture that is drawn from; bytes for the colours, where the medium has none of its own. */
async function lookedAt(
  env: ToolEnvironment,
  source: PixelSource,
  settings: SketchSettings,
  peopleIn: PeopleIn,
) {
  const { kernels } = env
  const picture = roomy(env, onWhite(await scaledCopy(env, source, DRAWING_LONG_SIDE_PX)))
  const people = await peopleIn(picture)
  const size = fittedSize(picture, SKIN_LONG_SIDE_PX)
  const small = kernels.resizeArea(picture, size.widthPx, size.heightPx)
  const skin = await skinOf(env, picture, small, people)
  await env.checkpoint()
  const luma = kernels.luma(picture)
  await env.checkpoint()
  const unitPx = Math.max(luma.widthPx, luma.heightPx) / 1000
  return {
    seen: await litAlike(env, kernels, luma, skin, unitPx),
    skin,
    people,
    drawn: await drawnShare(env, small, people, settings.background),
    colours: style[settings.style].coloured
      ? [0, 1, 2].map((channel) => channelOf(picture, channel))
      : [],
  }
}

interface Size {
  readonly widthPx: number
  readonly heightPx: number
}

/** Reads the study at the size of the result. */
class SketchDrawing {
  readonly #size: Size
  readonly #lines: RowSampler
  readonly #shading: RowSampler
  readonly #strokes: readonly RowSampler[]
  readonly #colours: readonly RowSampler[]
  readonly #mass: RowSampler | undefined
  readonly #skin: RowSampler | undefined
  readonly #tone: RowSampler | undefined
  readonly #tooth: PaperTooth
  /** Thousandths of the picture's longer side to a pixel. */
  readonly #unit: number

  constructor(size: Size, seen: Study, skin: Skin | null, colours: readonly Plane[]) {
    this.#size = size
    this.#unit = 1000 / Math.max(size.widthPx, size.heightPx)
    this.#tooth = new PaperTooth(size.widthPx, this.#unit)
    const sampler = (plane: SampledPlane) => new RowSampler(plane, size.widthPx, size.heightPx)
    this.#lines = sampler(seen.lines)
    this.#shading = sampler(seen.shading)
    this.#strokes = seen.strokes.map(sampler)
    this.#colours = colours.map(sampler)
    this.#mass = seen.mass === null ? undefined : sampler(seen.mass)
    this.#skin = skin === null ? undefined : sampler(skin.share)
    this.#tone = skin === null ? undefined : sampler(skin.tone)
  }

  draw(topPx: number, rows: number, medium: Medium, strength: number): Raster {
    const { widthPx } = this.#size
    const strip = createRaster(widthPx, rows)
    const read = (sampler: RowSampler | undefined) => sampler?.rows(topPx, rows).values
    const lines = read(this.#lines)
    const shading = read(this.#shading)
    const stroke = read(this.#strokes[0])
    const mass = read(this.#mass)
    const cross = read(this.#strokes[1])
    const [red, green, blue] = this.#colours.map(read)
    const skin = read(this.#skin)
    const tone = read(this.#tone)
    const mark: Mark = {
      x: 0,
      y: 0,
      pixel: this.#unit,
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
        mark.mass = mass?.[i] ?? 0
        mark.skin = skin?.[i] ?? 0
        mark.tone = tone?.[i] ?? 0
        mark.red = (red?.[i] ?? 0) / 255
        mark.green = (green?.[i] ?? 0) / 255
        mark.blue = (blue?.[i] ?? 0) / 255
        medium(mark, strength, strip.rgba, i * 4)
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
