import {
  type Box,
  createFloatPlane,
  type PixelSource,
  type PlaneSink,
  rasterSource,
} from '../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../pixels/raster.ts'
import { PointSampler } from '../../../pixels/sample-rows.ts'
import { StepProgress } from '../../../pixels/strips.ts'
import type { BrushStroke } from '../../brush-strokes.ts'
import { KeptOfPictures } from '../../kept-of-pictures.ts'
import { FINE_COPY_PX } from '../../preview-sizes.ts'
import { scaledCopy } from '../../scaled-copy.ts'
import type { Thing } from '../../thing.ts'
import type { ToolEnvironment } from '../../tool.ts'
import { mark, markedPixels } from './brush/marks.ts'
import type { Place } from './left-out.ts'
import { writeFullMatte } from './matte/full-matte.ts'
import { MATTE_STEPS, matteOf } from './matte/matte.ts'
import {
  type FacesOfPhoto,
  findRealFaces,
  type GateModels,
  type RealFace,
  withoutThose,
} from './people/faces/face-gate.ts'
import { headPlace } from './people/heads/head-place.ts'
import { isHeld } from './people/heads/whole-heads.ts'
import { type MaskSearch, maskPeople, type PersonMask } from './people/person-mask.ts'
import { boxSource } from './region.ts'

/** Faces and people are looked for at this size. */
const OVERVIEW_PX = 1024
/** The matte is solved for at this size of their box, then carried to full size. */
const MATTING_PX = 1280
/** The same for a preview, which is shown at most as large. */
export const PREVIEW_MATTING_PX = 896
/** The same for a quick one. */
export const QUICK_MATTING_PX = 512

/** The people a photo is about, or what stands out of it, as the networks see them. */
export interface FoundSubject extends PersonMask {
  /** Whose heads the mask holds, in pixels of the photo. */
  readonly faces: readonly RealFace[]
  /** What a brush painted over the photo; its strokes are right whatever else is said. */
  readonly strokes?: readonly BrushStroke[]
  /** Where nobody is, what stands out instead, also what is left out of it. */
  readonly things?: readonly Thing[]
  /** What stands out is a strip of land, a hill or a dune: of a landscape nobody means it. */
  readonly isLand?: boolean
  /** Of things: fur may be all about them, as hair about heads of this size, in longer sides of the photo. */
  readonly fur?: number
}

/** How people are looked for. */
export interface PeopleSearch extends MaskSearch {
  /** Size of the source against the photo it stands for; under 1 in a preview. */
  readonly ratio?: number
  /** A place in the face of each whom the customer leaves out; null where nothing was said. */
  readonly leftOut?: readonly Place[] | null
  /** What was seen is kept for the same people, in a preview or in the photo, as long as this lives. */
  readonly memory?: object | undefined
  /** Gives a small copy of the photo where one is kept; it is not written on. */
  readonly copyOf?: ((longSidePx: number) => Promise<Raster>) | undefined
  /** Says whose faces count; the face gate unless a measurement asks otherwise. */
  readonly findFaces?: typeof findRealFaces
}

const masks = new KeptOfPictures<PersonMask>(1)

/** Faces by their places, whatever the size of the photo or of the copy. */
const writtenFaces = ({ people, bystanders, doubtful }: FacesOfPhoto): string =>
  [people, bystanders, doubtful]
    .map((faces) => faces.map(({ face: { x, y, width } }) => `${x} ${y} ${width}`).join(';'))
    .join('|')

/**
 * Finds the people of a portrait, roughly: after this no network is needed any more.
 * @throws StampaError `no-face`, `face-too-small`, `face-too-blurred`, `person-not-found`
 */
export async function findPeople(
  env: ToolEnvironment,
  source: PixelSource,
  models: GateModels,
  search: PeopleSearch = {},
): Promise<FoundSubject> {
  const { ratio = 1, leftOut = null, memory, findFaces = findRealFaces } = search
  const copyOf = search.copyOf ?? ((longSidePx: number) => scaledCopy(env, source, longSidePx))
  const finding = new StepProgress(env, 'find-face', 2)
  // As large as previews are made of: what was seen in one is known for the photo itself.
  const copy = rasterSource(await copyOf(FINE_COPY_PX))
  const overview = await scaledCopy(env, copy, OVERVIEW_PX)
  const faces = withoutThose(await findFaces(env, source, overview, models, ratio), leftOut)
  await finding.step()
  const look = () =>
    maskPeople(env, overview, source, faces, models, { ...search, isChosen: leftOut !== null })
  const people = await masks.of(memory, overview, look, writtenFaces(faces))
  await finding.step()
  const scale = people.overview.widthPx / source.widthPx
  const held = faces.doubtful.filter((face) => isHeld(people.mask, headPlace(face, scale)))
  return { ...people, faces: [...faces.people, ...held] }
}

/**
 * Writes the matte of what was found at the photo's size, hair and fur and all.
 * @param longSidePx at which it is solved for
 */
export async function matteOfSubject(
  env: ToolEnvironment,
  source: PixelSource,
  subject: FoundSubject,
  sink: PlaneSink,
  longSidePx = MATTING_PX,
): Promise<void> {
  const separating = new StepProgress(env, 'separate', MATTE_STEPS + 1)
  const box = enlargeBox(subject.box, subject.overview, source)
  const picture = await scaledCopy(env, boxSource(source, box), longSidePx)
  const mask = coarseAt(
    new PointSampler(subject.mask, source.widthPx, source.heightPx),
    box,
    picture,
  )
  const heads = subject.faces.map((face) => headIn(face, box, picture))
  const marks = marksIn(subject.strokes ?? [], source, box, mask)
  await separating.step()
  const furPx = (subject.fur ?? 0) * Math.max(source.widthPx, source.heightPx)
  const hairs = { heads, furPx: (furPx * picture.widthPx) / box.width }
  const alpha = await matteOf(env, picture, mask, hairs, separating, marks)
  separating.finish()
  await writeFullMatte(env, source, box, alpha, sink)
}

function enlargeBox(box: Box, from: Raster, to: PixelSource): Box {
  const scale = to.widthPx / from.widthPx
  const x = Math.floor(box.x * scale)
  const y = Math.floor(box.y * scale)
  const right = Math.min(to.widthPx, Math.ceil((box.x + box.width) * scale))
  const bottom = Math.min(to.heightPx, Math.ceil((box.y + box.height) * scale))
  return { x, y, width: right - x, height: bottom - y }
}

/** The coarse mask of the box at the picture's size, read at the middle of each pixel. */
function coarseAt(coarse: PointSampler, box: Box, { widthPx, heightPx }: Raster): FloatPlane {
  const mask = createFloatPlane(widthPx, heightPx)
  const columns = Int32Array.from(
    { length: widthPx },
    (_, x) => box.x + Math.floor(((x + 0.5) * box.width) / widthPx),
  )
  for (let y = 0; y < heightPx; y++) {
    const row = box.y + Math.floor(((y + 0.5) * box.height) / heightPx)
    coarse.row(columns, row, mask.values.subarray(y * widthPx, (y + 1) * widthPx))
  }
  return mask
}

function headIn(face: RealFace, box: Box, picture: Raster) {
  const scale = picture.widthPx / box.width
  return {
    x: (face.centreX - box.x) * scale,
    y: (face.centreY - box.y) * scale,
    size: face.sizePx * scale,
    angle: face.angle,
  }
}

/**
 * What strokes over the photo say of its box, at the size of its mask, where that says so, too: a
 * finger that slips over an edge draws no dent into it. Null for no strokes.
 */
function marksIn(
  strokes: readonly BrushStroke[],
  photo: PixelSource,
  box: Box,
  mask: FloatPlane,
): Int8Array | null {
  if (strokes.length === 0) return null
  const longSidePx = Math.max(photo.widthPx, photo.heightPx)
  const inBox = strokes.map((stroke) => ({
    ...stroke,
    radius: (stroke.radius * longSidePx) / Math.max(box.width, box.height),
    points: stroke.points.map(({ x, y }) => ({
      x: (x * photo.widthPx - box.x) / box.width,
      y: (y * photo.heightPx - box.y) / box.height,
    })),
  }))
  return markedPixels(mask, inBox).map((said, at) => {
    const held = mask.values[at] as number
    return said === (held > 0.5 ? mark.stays : mark.goes) ? said : mark.open
  })
}
