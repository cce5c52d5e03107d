import {
  createPlane,
  fittedSize,
  type PixelSink,
  type PixelSource,
} from '../../../pixels/pixels.ts'
import type { Plane, Raster } from '../../../pixels/raster.ts'
import type { SampledPlane } from '../../../pixels/sample-rows.ts'
import { FILTERED_PX, planStrips, StepProgress, shareStrips } from '../../../pixels/strips.ts'
import { onWhite } from '../../../pixels/white-paper.ts'
import { threadsOf } from '../../own-thread.ts'
import { nobody, type People } from '../../portrait/people.ts'
import { scaledCopy } from '../../scaled-copy.ts'
import type { ToolEnvironment } from '../../tool.ts'
import { type Study, type StudySettings, study } from './analysis.ts'
import { drawnShare, letGo, type SketchBackground } from './background.ts'
import { rowsOf, type SketchPlanes, type SketchStyle } from './drawing.ts'
import { drawFeatures } from './features.ts'
import { litAlike } from './light.ts'
import { type Skin, skinOf } from './skin.ts'

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

export type PeopleIn = (picture: Raster) => Promise<People>

interface SketchOptions {
  readonly peopleIn?: PeopleIn
  /** Draws a small picture as small as it is. */
  readonly isQuick?: boolean
}

const style: Record<SketchStyle, { coloured: boolean; study: StudySettings }> = {
  pencil: {
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
    coloured: false,
    study: { lines: { sigma: 0.9, length: 7, tau: 0.985, phi: 55 }, strokes: [], mass: 2.4 },
  },
  'coloured-pencil': {
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
  { peopleIn = async () => nobody, isQuick = false }: SketchOptions = {},
): Promise<void> {
  const most = isQuick ? 1 : FINER_MAX
  const looked = await lookedAt(env, source, settings, peopleIn, most)
  const { seen, skin, people, drawn, colours } = looked
  const studied = await study(env, seen, style[settings.style].study)
  await drawFeatures(env, studied, people.faces)
  if (drawn !== null) letGo(env.kernels, studied, colours, drawn)
  await env.checkpoint()
  await draw(env, source, sink, settings, planesOf(studied, skin, colours), finerBy(source, most))
}

async function draw(
  env: ToolEnvironment,
  source: PixelSource,
  sink: PixelSink,
  { style: name, strength }: SketchSettings,
  planes: SketchPlanes<SampledPlane>,
  finer: number,
): Promise<void> {
  const threads = threadsOf(env)
  const { widthPx, heightPx } = source
  const size = { widthPx: widthPx * finer, heightPx: heightPx * finer }
  const stripPx = Math.round(FILTERED_PX / finer ** 2)
  const strips = planStrips(widthPx, heightPx, 0, stripPx)
  const progress = new StepProgress(env, 'draw', strips.length)
  await shareStrips(env, {
    strips,
    lanes: threads.lanes,
    begin: ({ topPx, heightPx: rows }) =>
      threads.sketchRows(
        rowsOf(planes, {
          ...size,
          topPx: topPx * finer,
          rows: rows * finer,
          style: name,
          strength,
        }),
      ),
    take: async ({ topPx, heightPx: rows }, drawn) => {
      const photo = source.read({ x: 0, y: topPx, width: widthPx, height: rows })
      const strip = finer === 1 ? drawn : env.kernels.resizeArea(drawn, widthPx, rows)
      for (let at = 3; at < strip.rgba.length; at += 4) strip.rgba[at] = photo.rgba[at] ?? 255
      sink.write(topPx, strip)
      await progress.step()
    },
  })
}

const planesOf = (
  { lines, shading, strokes: [stroke, cross], mass }: Study,
  skin: Skin | null,
  [red, green, blue]: readonly Plane[],
): SketchPlanes<SampledPlane> => ({
  lines,
  shading,
  ...(stroke && { stroke }),
  ...(cross && { cross }),
  ...(mass && { mass }),
  ...(skin && { skin: skin.share, tone: skin.tone }),
  ...(red && green && blue && { red, green, blue }),
})

/** How much larger a small picture is drawn before it is brought to its size: lines have no stairs. */
const finerBy = ({ widthPx, heightPx }: Size, most: number) =>
  Math.max(1, Math.min(most, Math.ceil(DRAWN_LEAST_PX / Math.max(widthPx, heightPx))))

/** A small picture is looked at enlarged: strokes and lines need room. */
function roomy(env: ToolEnvironment, picture: Raster, most: number): Raster {
  const { widthPx, heightPx } = picture
  const factor = Math.min(most, STUDIED_LEAST_PX / Math.max(widthPx, heightPx))
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
  most: number,
) {
  const { kernels } = env
  const picture = roomy(env, onWhite(await scaledCopy(env, source, DRAWING_LONG_SIDE_PX)), most)
  const people = await peopleIn(picture)
  const size = fittedSize(picture, SKIN_LONG_SIDE_PX)
  const small = kernels.resizeArea(picture, size.widthPx, size.heightPx)
  const skin = await skinOf(env, picture, small, people)
  await env.checkpoint()
  const luma = kernels.luma(picture)
  await env.checkpoint()
  const unitPx = Math.max(luma.widthPx, luma.heightPx) / 1000
  return {
    seen: await litAlike(env, luma, skin, unitPx),
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

function channelOf(picture: Raster, channel: number): Plane {
  const plane = createPlane(picture.widthPx, picture.heightPx)
  for (let i = 0; i < plane.values.length; i++) {
    plane.values[i] = picture.rgba[i * 4 + channel] ?? 0
  }
  return plane
}
