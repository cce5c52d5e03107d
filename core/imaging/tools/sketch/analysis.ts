import { type EdgeForm, type FlowLineSettings, flowLinesHaloPx } from '../../../kernels/flow.ts'
import type { SketchStyle } from '../../../kernels/sketch-rows.ts'
import { fittedSize, planeRows } from '../../../pixels/pixels.ts'
import type { FloatPlane, Plane } from '../../../pixels/raster.ts'
import { RowSampler } from '../../../pixels/sample-rows.ts'
import { FOLLOWED_PX, filterPlane, StepProgress, type Strip } from '../../../pixels/strips.ts'
import { scaledFace } from '../../face-points/find-faces.ts'
import { threadsOf } from '../../own-thread.ts'
import type { ToolEnvironment } from '../../tool.ts'
import { restingAbout } from './faces/cross-contours.ts'
import { openDarkEyes } from './faces/dark-eyes.ts'
import { evenForm, type FormWanted } from './faces/even-form.ts'
import type { DrawnFace } from './faces/feature-lines.ts'
import { drawFeatures } from './faces/features.ts'
import { shadeGlass } from './faces/glasses.ts'
import { hatchLowerLips, shadeLips } from './faces/lips.ts'
import { drawPenFeatures } from './faces/pen/pen-features.ts'
import { makeRoomForEyes } from './faces/room-for-eyes.ts'
import { clearSmallFaces } from './faces/small-faces.ts'
import { joinTeeth } from './faces/teeth.ts'
import { trialOf } from './faces/tried-form.ts'
import { blurred } from './guided.ts'
import { drawPenHands } from './hands/pen-hands.ts'
import { drawContours } from './lines/coloured-contours.ts'
import { firmEdges } from './lines/firm-edges.ts'
import {
  type DoubledAngles,
  directed,
  formOf,
  handAlong,
  keptRows,
  type StrokeSettings,
  strokesAlong,
} from './lines/strokes.ts'
import { calmBackdrop } from './tone/dark-backdrop.ts'
import { hatchClearColours } from './tone/hatched-colours.ts'
import type { SeenLight } from './tone/light.ts'
import { palePartedIn } from './tone/pale.ts'
import { hatchSoftDarks } from './tone/soft-darks.ts'
import { shadingOf } from './tone/tone.ts'

/** What the hand sees before it draws; every plane but the last has the drawing size. */
export interface Study {
  /** Contours: 1 paper, 0 line. */
  readonly lines: FloatPlane
  /** How dark to shade, 0..1. */
  readonly shading: FloatPlane
  /** Stroke layers, as many as were asked for; in bytes. */
  readonly strokes: readonly Plane[]
  /** How much line is about each place: little at a line's end; null where it was not asked for. */
  readonly mass: FloatPlane | null
}

export interface StudySettings {
  /** In thousandths of the longer side; `tau` and `phi` as the kernel takes them. */
  readonly lines: {
    readonly sigma: number
    readonly length: number
    readonly tau: number
    readonly phi: number
  }
  /** Hatching needs room: steep shades are edges, and lips are too small for it. */
  readonly isHatched?: boolean
  /** How dark dark glass is shaded at least; where colours are drawn they tell it. */
  readonly glass?: number
  /** Reach, in thousandths of the longer side, in which lines are weighed. */
  readonly mass?: number
  readonly form: FormWanted
  /** How much darker the middle tone is in a picture without skin, 0..1. */
  readonly firmer?: number
  /** How much less of a small face's shade is taken where its skin is darkest, as {@link clearSmallFaces} takes it. */
  readonly keptOnDeep?: number
  /** Where the hand strokes when the form gives no direction, radians. */
  readonly restingAngle: number
  /** Lengths in thousandths of the longer side. */
  readonly strokes: readonly (Omit<StrokeSettings, 'halfLengthPx' | 'widthPx'> & {
    readonly halfLength: number
    readonly width: number
  })[]
}

/** What is drawn with. */
export interface Medium {
  readonly style: SketchStyle
  /** Red, green and blue of what is drawn, in bytes; none where the medium has one colour. */
  readonly colours: readonly Plane[]
  /** How much a face fills the picture, 0..1. */
  readonly closeUp: number
}

/**
 * @param seen the picture's light at drawing size; its memory is given back
 * @param faces in pixels of that size
 */
export async function study(
  env: ToolEnvironment,
  seen: SeenLight,
  faces: readonly DrawnFace[],
  backdrop: FloatPlane | null,
  settings: StudySettings,
  { style, colours, closeUp }: Medium,
): Promise<Study> {
  const { luma } = seen
  const unitPx = Math.max(luma.widthPx, luma.heightPx) / 1000
  const progress = new StepProgress(env, 'draw', 3 + settings.strokes.length)
  const form = await formOf(env, luma, seen.skin?.bare ?? null)
  await progress.step()
  // At once: what one of them does alone on this thread lies beside the other's strips.
  const [lines, shading] = await Promise.all([
    linesOf(env, seen, form, {
      sigmaPx: Math.max(0.5, settings.lines.sigma * unitPx),
      lengthPx: Math.max(1.5, settings.lines.length * unitPx),
      tau: settings.lines.tau,
      phi: settings.lines.phi,
    }),
    shadingOf(env, seen, unitPx, settings),
  ])
  threadsOf(env).release(luma.values.buffer)
  await progress.step()
  const { skin } = seen
  if (skin) {
    const planes = { lines, tone: colours.length > 0 ? skin.tone : skin.deep, colours, closeUp }
    evenForm(shading, skin.bare, faces, {
      ...settings.form,
      trialOf: (places) => trialOf(env.kernels, style, planes, places),
    })
  }
  if (settings.isHatched === true) {
    await hatchSoftDarks(env, shading, seen.near ?? null)
    await firmEdges(env, shading)
    if (seen.clear) await hatchClearColours(env, shading, seen.clear)
    await hatchLowerLips(env, shading, faces)
  } else await shadeLips(env, shading, faces)
  if (backdrop !== null) await calmBackdrop(env, shading, backdrop)
  const { isHatched = false, keptOnDeep = 0 } = settings
  clearSmallFaces(shading, seen.skin, faces, { unitPx, isHatched, keptOnDeep })
  if (settings.glass !== undefined) shadeGlass(env, { lines, shading }, faces, settings.glass)
  await progress.step()
  const hand = handOf(form, faces, luma, settings)
  const strokes = await Promise.all(
    settings.strokes.map(async ({ halfLength, width, ...rest }) => {
      const layer = { ...rest, halfLengthPx: halfLength * unitPx, widthPx: width * unitPx }
      const drawn = await strokesAlong(env, hand, shading, layer)
      await progress.step()
      return drawn
    }),
  )
  const isPen = settings.isHatched === true
  const seenEyes = faces.filter(({ glasses }) => !glasses?.isDark)
  if (isPen) makeRoomForEyes({ lines, shading }, seenEyes)
  if (settings.glass !== undefined) openDarkEyes({ lines, shading }, seenEyes, isPen)
  if (isPen) joinTeeth({ lines, shading }, faces)
  await drawFeatures(env, { lines, shading }, faces, isPen)
  for (const face of faces) {
    if (face.pen === undefined) continue
    drawPenFeatures(env.kernels, { lines, shading }, face, face.pen)
    await env.checkpoint()
  }
  if (isPen && seen.hands) await drawPenHands(env, { lines, shading }, seen.hands)
  if (seen.contours) await drawContours(env, { lines, shading }, seen.contours, isPen)
  const { mass } = settings
  return {
    lines,
    shading,
    strokes,
    mass: mass === undefined ? null : await massOf(env, lines, mass * unitPx),
  }
}

/** The way of the hand: along the form, and about the heads that fill the picture. */
function handOf(
  form: EdgeForm,
  faces: readonly DrawnFace[],
  { widthPx }: FloatPlane,
  { restingAngle }: StudySettings,
): DoubledAngles {
  const scale = form.sure.widthPx / widthPx
  const near = faces.map((face) => scaledFace(face, scale))
  return handAlong(form, restingAngle, restingAbout(form.sure, near, restingAngle))
}

async function linesOf(
  env: ToolEnvironment,
  seen: SeenLight,
  form: EdgeForm,
  settings: FlowLineSettings,
): Promise<FloatPlane> {
  const threads = threadsOf(env)
  const light = await palePartedIn(env, seen)
  const filter = (strip: Strip) =>
    threads.directedLines(
      planeRows(light, strip.readTopPx, strip.readHeightPx),
      directed(form, light, strip),
      { ...settings, rows: keptRows(strip) },
    )
  const halo = flowLinesHaloPx(settings)
  const lines = await filterPlane(env, light, halo, filter, FOLLOWED_PX, threads)
  threads.release(light.values.buffer)
  return lines
}

const WEIGHED_LONG_SIDE_PX = 1024

/** How much line there is about each place, as smooth as it is wide: a small copy holds it. */
function massOf(env: ToolEnvironment, lines: FloatPlane, sigmaPx: number): Promise<FloatPlane> {
  const { widthPx, heightPx } = fittedSize(lines, WEIGHED_LONG_SIDE_PX)
  const small = new RowSampler(lines, widthPx, heightPx).rows(0, heightPx)
  const values = small.values.map((paper) => 1 - paper)
  return blurred(env, { ...small, values }, (sigmaPx * widthPx) / lines.widthPx)
}
