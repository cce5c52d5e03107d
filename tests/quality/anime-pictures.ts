import type { FoundFace } from '#core/imaging/face-points/find-faces.ts'
import { hairChanceOf, maskAbout } from '#core/imaging/face-points/hair-chance.ts'
import type { HairSeen } from '#core/imaging/face-points/hair-on-face.ts'
import { headOf } from '#core/imaging/face-points/head.ts'
import { contains } from '#core/imaging/face-points/samples.ts'
import { skinOfFace } from '#core/imaging/face-points/skin-of-face.ts'
import type { HandNetworks } from '#core/imaging/hand-points/find-hands.ts'
import { detectFacesBy } from '#core/imaging/portrait/detect-faces.ts'
import { personAt } from '#core/imaging/portrait/people.ts'
import type { DetectedFace, InferenceSession } from '#core/imaging/tool.ts'
import { anime } from '#core/imaging/tools/anime/anime.ts'
import { WIDTH_MIN } from '#core/imaging/tools/anime/faces/face-sizes.ts'
import { FaceWarp } from '#core/imaging/tools/anime/faces/warp/face-warp.ts'
import type { AnimeLookName } from '#core/imaging/tools/anime/looks.ts'
import { createRaster, rasterSink, rasterSource } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { networkOf, networksOf } from '#server/imaging/networks.ts'
import { bareJob } from '../fixtures/bare-job.ts'
import { kernels } from '../fixtures/kernels.ts'
import {
  type DrawnPart,
  flatShare,
  flatWindows,
  hueMoved,
  lightnessOf,
  meanColour,
  movedBy,
  ovalOf,
  skinPixels,
  strokesWithin,
} from './anime-figures.ts'
import { opened, peopleIn } from './people-of-photographs.ts'

/** The detector's own score from which a face counts as found, and the one it is run with. */
const FOUND = 0.6
const FOUND_FAINTLY = 0.3
const WIDTH_MIN_PX = 60
const STROKE_PX = 2
const settings = { strength: 0.8, proportions: 0.5 }

interface FaceFigures {
  readonly widthPx: number
  readonly flat: number
  /** Lightness of the skin before, and how far lightness and hue have moved; null where unseen. */
  readonly skin: {
    readonly light: number
    readonly apart: number
    readonly hue: number | null
    /** How far the lightness of cheeks and nose has moved, darker below zero. */
    readonly cheeks: number
  } | null
  readonly strokes: Readonly<Record<DrawnPart, number>>
}

export interface PictureFigures {
  readonly file: string
  readonly flat: number
  readonly faces: readonly FaceFigures[]
  readonly before: number
  readonly after: number
  readonly afterFaintly: number
}

const detected = async (picture: Raster) => {
  const session = await networksOf(['face/detect'])
  return await detectFacesBy(session('face/detect'))(picture)
}

const foundAgain = (faces: readonly DetectedFace[], others: readonly DetectedFace[]): number =>
  faces.filter((face) =>
    others.some((other) => {
      const away = Math.hypot(
        face.x + face.width / 2 - other.x - other.width / 2,
        face.y + face.height / 2 - other.y - other.height / 2,
      )
      return away < Math.max(face.width, face.height) * 0.4
    }),
  ).length

/** The map by which the tool draws the faces of a picture of the size at which it looks for them. */
const warpOf = (picture: Raster, faces: readonly FoundFace[]): FaceWarp =>
  new FaceWarp(
    picture,
    faces.filter(
      (face) =>
        face.widthPx >= WIDTH_MIN * Math.max(picture.widthPx, picture.heightPx) &&
        skinOfFace(kernels, picture, face) !== null,
    ),
    settings.proportions,
  )

function faceFigures(
  face: FoundFace,
  warp: FaceWarp,
  picture: Raster,
  drawn: Raster,
  flat: Uint8Array,
  hair: HairSeen | null,
) {
  const oval = ovalOf(face).map((p) => warp.targetOf(p))
  const lightness = lightnessOf(drawn)
  const pixels = skinPixels(face, picture, hair)
  const colours = (of: readonly number[]) =>
    [meanColour(picture, of), meanColour(drawn, movedBy(warp, drawn, of))] as const
  const skin = pixels && colours(pixels.all)
  const cheeks = pixels && pixels.cheeks.length > 0 ? colours(pixels.cheeks) : null
  return {
    widthPx: face.widthPx,
    flat: flatShare(flat, (at) =>
      contains(oval, (at % drawn.widthPx) + 0.5, Math.floor(at / drawn.widthPx) + 0.5),
    ),
    skin:
      skin === null || cheeks === null
        ? null
        : {
            light: skin[0][0],
            apart: Math.abs(skin[1][0] - skin[0][0]),
            hue: hueMoved(skin[0], skin[1]),
            cheeks: cheeks[1][0] - cheeks[0][0],
          },
    strokes: strokesWithin(face, warp, settings.proportions, drawn, lightness, STROKE_PX),
  }
}

/** As the tool looks for people. */
const crowdIn = (picture: Raster) => peopleIn(picture, { isCrowdToo: true })

/** A photograph with somebody in it, and what does not depend on how it is drawn. */
interface Sitting {
  readonly path: string
  readonly picture: Raster
  readonly faces: readonly { readonly face: FoundFace; readonly hair: HairSeen | null }[]
  readonly warp: FaceWarp
  readonly hairNetwork: InferenceSession | null
  readonly handNetworks: HandNetworks | null
  /** The faces that the detector sees in the photograph. */
  readonly before: readonly DetectedFace[]
}

async function sittingOf(path: string): Promise<Sitting | null> {
  const picture = await opened(path)
  const people = await crowdIn(picture)
  const before = (await detected(picture)).filter(({ score }) => score >= FOUND)
  if (people.faces.length === 0 && before.length === 0) return null
  const hairNetwork = (await networkOf('head/hair'))?.session ?? null
  const [palms, points] = [await networkOf('hand/palms'), await networkOf('hand/points')]
  const handNetworks = palms && points && { palms: palms.session, points: points.session }
  const person = people.mask && personAt(kernels, people.mask, picture)
  const hairOf = async (face: FoundFace): Promise<HairSeen | null> => {
    if (hairNetwork === null) return null
    const { box } = headOf(face, picture)
    return { box, chance: await hairChanceOf(hairNetwork, face, picture, maskAbout(face, person)) }
  }
  const faces: Sitting['faces'][number][] = []
  for (const face of people.faces) {
    if (face.widthPx > WIDTH_MIN_PX) faces.push({ face, hair: await hairOf(face) })
  }
  const warp = warpOf(picture, people.faces)
  return { path, picture, faces, warp, hairNetwork, handNetworks, before }
}

async function drawnAs(sitting: Sitting, look: AnimeLookName): Promise<PictureFigures> {
  const { path, picture, warp, hairNetwork, handNetworks, before } = sitting
  const drawn = createRaster(picture.widthPx, picture.heightPx)
  await anime(bareJob, rasterSource(picture), { look, ...settings }, rasterSink(drawn), {
    findPeople: crowdIn,
    findHairNetwork: async () => hairNetwork,
    findHandNetworks: async () => handNetworks,
  })
  const flat = flatWindows(drawn, lightnessOf(drawn))
  const after = await detected(drawn)
  const againFrom = (least: number) =>
    foundAgain(
      before,
      after.filter(({ score }) => score >= least),
    )
  return {
    file: path,
    flat: flatShare(flat, () => true),
    faces: sitting.faces.map(({ face, hair }) =>
      faceFigures(face, warp, picture, drawn, flat, hair),
    ),
    before: before.length,
    after: againFrom(FOUND),
    afterFaintly: againFrom(FOUND_FAINTLY),
  }
}

/** What the tool makes of a photograph in each look; null where nobody is in it. */
export async function figuresOf(
  path: string,
  looks: readonly AnimeLookName[],
): Promise<readonly PictureFigures[] | null> {
  const sitting = await sittingOf(path)
  if (sitting === null) return null
  const figures: PictureFigures[] = []
  for (const look of looks) figures.push(await drawnAs(sitting, look))
  return figures
}
