import { fittedSize, type PixelSource } from '../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../pixels/raster.ts'
import type { StepProgress } from '../../../pixels/strips.ts'
import { onWhite } from '../../../pixels/white-paper.ts'
import { giveBack } from '../../give-back.ts'
import { KeptOfPictures } from '../../kept-of-pictures.ts'
import { pictureKey } from '../../picture-key.ts'
import { type People, personAt } from '../../portrait/people.ts'
import { scaledCopy } from '../../scaled-copy.ts'
import type { ToolEnvironment } from '../../tool.ts'
import { litNight, nightOf, powerOfNobody } from './colour/lit-night.ts'
import { palePartedOf } from './colour/pale-light.ts'
import { type Grounds, groundsOf } from './focus.ts'
import { lineArtOf } from './ink/ink.ts'
import type { AnimeLook } from './looks.ts'
import { fineWithin, keptAt, skinAbout } from './skin/skin.ts'
import { type OkLabPicture, unitPxOf } from './study.ts'

/** Who is in a picture, in its pixels. */
export type FindPeople = (picture: Raster) => Promise<People>

/** Cells are cut and lines are found at this size of the longer side, faces at the larger one. */
const PAINTED_PX = 1024
const FACES_PX = 1536
/** Of a quick preview: the borders of cells are drawn as sharp as they are in any. */
const QUICK_PX = 320
/** A smaller photo is painted larger than it is by so much at most: edges of its pixels are stairs. */
const ENLARGED = 2
/** People are painted finer than all else, whatever the look. */
const FINE = { reach: 5, range: 0.25 }
/** How far the picture is smoothed where nobody is: things are what it is of, and a grey face ends before white ears. */
const REACH_ALONE = 4

/** What a photo is painted from, whatever the sliders say; nothing of it is written on. */
export interface PhotoStudy {
  /** In which faces are found. */
  readonly large: Raster
  /** Whether nothing of the photo is clear. */
  readonly isOpaque: boolean
  readonly people: People
  /** As large as the paint, and all that follows. */
  readonly picture: Raster
  /** Of that picture, where what is made of it is kept for the next preview; else nothing. */
  readonly pictureKey: string
  /** Where people are, 0..1; null where nobody was found. */
  readonly person: FloatPlane | null
  /** Smoothed a little, as people are painted. */
  readonly fine: OkLabPicture
  /** Smoothed as the look has it, but for people. */
  readonly smooth: OkLabPicture
  /** As it is seen: smoothed colours have lost what is fine of patterns. Where nobody is, as people are painted. */
  readonly unsmoothed: OkLabPicture
  /** Its light, in which letters and seams of dark cloth are looked for. */
  readonly luma: FloatPlane
  /** Skin and what lies about it, 0..1. */
  readonly skin: FloatPlane
  /** How much each place is somebody, whose colours are kept, 0..1. */
  readonly kept: Float32Array<ArrayBuffer>
  /** Where cells are cut finely, above a half. */
  readonly isFine: Float32Array<ArrayBuffer>
  /** Where the background is out of focus or texture. */
  readonly grounds: Grounds
  /** Coherent lines, 1 paper to 0 line. */
  readonly lines: FloatPlane
  /** Whether the photo has no colours. */
  readonly isGrey: boolean
  /** How much it is a night that was lit, 0..1. */
  readonly night: number
}

/** How a photo is looked at. */
export interface StudyOptions {
  readonly look: AnimeLook
  /** What the look is known by. */
  readonly name: string
  readonly findPeople: FindPeople
  /** Whether a small photo may be painted as coarsely as it is. */
  readonly isQuick?: boolean
  /** Where what was seen is kept for the next preview. */
  readonly previews?: object
}

/** What is seen in a photo that was laid on white. */
type Seen = Omit<PhotoStudy, 'isOpaque'>

/** The quick and the fine preview of a photo. */
const studies = new KeptOfPictures<Seen>(2)
/** Of two photos, each in two lights where nobody is found. */
const litLights = new KeptOfPictures<Raster>(4)

/** The copy of a photo that is looked at. */
export const copyToStudy = (env: ToolEnvironment, source: PixelSource): Promise<Raster> =>
  scaledCopy(env, source, FACES_PX)

/** Looks at a copy of a photo, or remembers what was seen in it. */
export async function studyOf(
  env: ToolEnvironment,
  copy: Raster,
  options: StudyOptions,
  progress: StepProgress,
): Promise<PhotoStudy> {
  const photo = onWhite(copy)
  await progress.step()
  const { large, people, night } = await litWith(env, photo, options)
  const look = () => studied(env, { large, people, night }, options, progress)
  // Who could not be looked for may be found the next time.
  const known = `${options.name} ${people.faces.length}`
  return { ...(await studies.of(options.previews, large, look, known)), isOpaque: photo === copy }
}

/** A picture in which people are seen. */
type Lit = Pick<PhotoStudy, 'large' | 'people' | 'night'>

/** A photo as it is drawn: a dark one is lit, and who was not seen in the dark is looked for again. */
async function litWith(
  env: ToolEnvironment,
  photo: Raster,
  { findPeople, previews }: StudyOptions,
): Promise<Lit> {
  const people = await findPeople(photo)
  const night = nightOf(photo, people.faces)
  if (night === null) {
    const isNobody = people.faces.length === 0 && people.mask === null
    const parted = () =>
      litLights.of(previews, photo, async () => palePartedOf(photo) ?? photo, 'pale')
    return { large: isNobody ? await parted() : photo, people, night: 0 }
  }
  const litBy = (power: number) =>
    litLights.of(previews, photo, async () => litNight(env.kernels, photo, power), `${power}`)
  const large = await litBy(night.power)
  if (people.faces.length > 0) return { large, people, night: night.share }
  const found = await findPeople(large)
  const isNobody = found.faces.length === 0
  return {
    large: isNobody ? await litBy(powerOfNobody(night.power)) : large,
    people: found,
    night: night.share,
  }
}

async function studied(
  env: ToolEnvironment,
  { large, people, night }: Lit,
  { look, isQuick = false, previews }: StudyOptions,
  progress: StepProgress,
): Promise<Seen> {
  const picture = paintedCopy(env, large, isQuick)
  await progress.step()
  const person = people.mask === null ? null : personAt(env.kernels, people.mask, picture)
  // Another thread may follow lines while this one does the rest.
  const [lines, colours] = await Promise.all([
    lineArtOf(env, picture, look.ink),
    coloursOf(env, picture, person, look),
  ])
  await progress.step()
  const grounds = groundsOf(env, picture, person)
  const isGrey = isGreyOf(colours.fine)
  return {
    large,
    people,
    night,
    picture,
    pictureKey: previews === undefined ? '' : pictureKey(picture),
    person,
    luma: env.kernels.luma(picture),
    ...colours,
    grounds,
    lines,
    isGrey,
  }
}

/** The smoothed colours of a picture, and where its skin is. */
async function coloursOf(
  env: ToolEnvironment,
  picture: Raster,
  person: FloatPlane | null,
  look: AnimeLook,
): Promise<Pick<Seen, 'fine' | 'smooth' | 'unsmoothed' | 'skin' | 'kept' | 'isFine'>> {
  const unitPx = unitPxOf(picture)
  const { range } = look.smooth
  const reach = person === null ? REACH_ALONE : look.smooth.reach
  const { kernels } = env
  const smoothed = kernels.domainTransform(picture, FINE.reach * unitPx, FINE.range)
  const fine = kernels.okLab(smoothed)
  await env.checkpoint()
  const skin = skinAbout(env, fine, person)
  const isFine = fineWithin(env, skin, person)
  const smoother = kernels.domainTransform(picture, reach * unitPx, range)
  const blurred = kernels.okLab(smoother)
  const mixed = kernels.mixColours(blurred, fine, skin.values)
  const smooth = kernels.sharpenEdges(mixed)
  const planes = [blurred, mixed].flatMap(({ lightness, a, b }) => [lightness, a, b])
  giveBack(env, [smoothed.rgba, smoother.rgba, ...planes])
  const unsmoothed = person === null ? fine : kernels.okLab(picture)
  return { fine, smooth, unsmoothed, skin, kept: keptAt(person, skin), isFine }
}

/** Colour that a photo without colours may have, OKLab, and every which pixel is asked. */
const COLOURLESS = { most: 0.015, looked: 5 }

function isGreyOf({ a, b }: OkLabPicture): boolean {
  for (let at = 0; at < a.length; at += COLOURLESS.looked) {
    if (Math.abs(a[at] as number) + Math.abs(b[at] as number) > COLOURLESS.most) return false
  }
  return true
}

/** A picture at the size at which it is painted. */
function paintedCopy({ kernels }: ToolEnvironment, large: Raster, isQuick: boolean): Raster {
  const size = fittedSize(large, isQuick ? QUICK_PX : PAINTED_PX)
  const scale = Math.min(ENLARGED, PAINTED_PX / Math.max(size.widthPx, size.heightPx))
  if (isQuick || scale === 1) return kernels.resizeArea(large, size.widthPx, size.heightPx)
  const [width = 1, height = 1] = [large.widthPx, large.heightPx].map((px) =>
    Math.round(px * scale),
  )
  return kernels.resizeLanczos3(large, width, height)
}
