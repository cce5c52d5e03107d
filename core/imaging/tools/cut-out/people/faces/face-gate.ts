import { StampaError } from '../../../../../errors.ts'
import type { PixelSource } from '../../../../../pixels/pixels.ts'
import type { Raster } from '../../../../../pixels/raster.ts'
import { BLURRED_FACE, SURE_FACE } from '../../../../portrait/detect-faces.ts'
import { blurredBehind, FOCUS_MIN, focusOf } from '../../../../portrait/focus.ts'
import {
  type FacePlace,
  lookAgain,
  placeOfFace,
  type SecondLook,
} from '../../../../portrait/second-look.ts'
import type { DetectedFace, DetectFaces, ToolEnvironment } from '../../../../tool.ts'
import { type PhotoAndCopy, readUpright } from '../../../../upright-crop.ts'
import type { Place } from '../../left-out.ts'
import { headPlace } from '../heads/head-place.ts'
import type { PersonLooks } from '../looks/looks.ts'
import { standsOnBody } from './whole-bodies.ts'

/** A face that was looked at twice. */
export interface RealFace extends FacePlace {
  readonly face: DetectedFace
}

/** The networks that say who is in a photo. */
export interface GateModels extends PersonLooks {
  readonly detectFaces: DetectFaces
}

type PhotoSize = Pick<PixelSource, 'widthPx' | 'heightPx'>

/** The faces of a photo that has at least one real, clear one. */
export interface FacesOfPhoto {
  readonly people: readonly RealFace[]
  /** Who is out of focus behind them, or whom the customer leaves out. */
  readonly bystanders: readonly RealFace[]
  /** What may be a face, in profile or bowed for one: a head, if it turns out to lie on a person. */
  readonly doubtful: readonly RealFace[]
}

/** The detector's own score that passes; a railway signal reached 0.55. */
const FIRST_LOOK = 0.6
/** So sure a first look needs only one sure second look: small pictures blur when enlarged. */
const SURE_FIRST_LOOK = 0.8
/** A weaker first look passes when both wider second looks are sure. */
const WEAK_FIRST_LOOK = 0.4
const SECOND_LOOK = 0.5
const SURE_SECOND_LOOK = 0.6
/** A first look that passes where a whole body is seen below it, and how many of them are asked about. */
const WHOLE_BODY_LOOK = 0.5
const WHOLE_BODIES_MAX = 2
/** Sides of the second looks' crops, in face sizes; the last two are the wider ones. */
const LOOK_SIDES = [1.6, 2.2, 3.2] as const
/** Side of what is looked at for skin. */
const LOOK_PX = 384
/** Faces beyond this many are not looked at twice: a crowd is judged by its largest. */
const LOOKED_AT_MAX = 8
/** Smaller than this a face prints as a blot: at 300 dpi it is 3.4 mm. */
const FACE_PX_MIN = 40

/**
 * The real, clear faces of a photo: found in a small copy, then found again in an upright,
 * enlarged crop, then looked at for eyes and skin, size and focus.
 * @param overview the photo at no more than 1500 px
 * @param ratio size of `source` against the photo it stands for; under 1 in a preview
 * @throws StampaError `no-face`, `face-too-small`, `face-too-blurred`
 */
export async function findRealFaces(
  env: ToolEnvironment,
  source: PixelSource,
  overview: Raster,
  models: GateModels,
  ratio = 1,
): Promise<FacesOfPhoto> {
  const detect = models.detectFaces
  const photo = { source, overview }
  const found = lookedAt(await detect(overview))
  const again = await foundAgain(env, photo, found, detect)
  const real = again.map((face) => locate(face, source))
  if (real.length === 0) real.push(...(await withWholeBody(env, photo, found, models)))
  if (real.length === 0) throw new StampaError('no-face', { cause: describe(found) })
  const large = real.filter((face) => face.sizePx >= FACE_PX_MIN * ratio)
  if (large.length === 0) throw new StampaError('face-too-small', { cause: describe(found) })
  const clear = large.filter((face) => focusOf(env.kernels, photo, face) >= FOCUS_MIN)
  if (clear.length === 0) throw new StampaError('face-too-blurred', { cause: describe(found) })
  const others = othersOf(clear, found, source)
  const behind = blurredBehind(env.kernels, overview, [...clear, ...others], ({ face }) =>
    locate(face, overview),
  )
  const companions = others.filter((other) => other.face.score >= SURE_FACE && !behind.has(other))
  const people = [...clear, ...companions]
  const bystanders = others.filter((other) => behind.has(other))
  const known = new Set([...people, ...bystanders].map(({ face }) => face))
  const unknown = found.filter((face) => !known.has(face))
  return { people, bystanders, doubtful: unknown.map((face) => locate(face, source)) }
}

/** Which of some faces are worth a second look, the largest and surest first. */
export const lookedAt = (faces: readonly DetectedFace[]): readonly DetectedFace[] =>
  faces
    .filter((face) => face.score >= WEAK_FIRST_LOOK)
    .toSorted((a, b) => b.width * b.height * b.score - a.width * a.height * a.score)
    .slice(0, LOOKED_AT_MAX)

/**
 * Those of some faces of a photo that are found again, alive, in an upright, enlarged crop.
 * @param faces of {@link lookedAt}
 */
export async function foundAgain(
  env: ToolEnvironment,
  photo: PhotoAndCopy,
  faces: readonly DetectedFace[],
  detect: DetectFaces,
): Promise<readonly DetectedFace[]> {
  const again: DetectedFace[] = []
  for (const face of faces) {
    await env.checkpoint()
    if (await passesSecondLook(env, photo, locate(face, photo.source), detect)) again.push(face)
  }
  return again
}

/** Who shows so little of a face that second looks do not find it again, but stands there whole. */
async function withWholeBody(
  env: ToolEnvironment,
  photo: PhotoAndCopy,
  found: readonly DetectedFace[],
  models: GateModels,
): Promise<readonly RealFace[]> {
  const { source, overview } = photo
  const doubted = found.filter(({ score }) => score >= WHOLE_BODY_LOOK).slice(0, WHOLE_BODIES_MAX)
  const standing: RealFace[] = []
  for (const face of doubted) {
    const candidate = locate(face, source)
    const crop = readUpright(env.kernels, photo, candidate, 1, candidate.angle, LOOK_PX)
    if (!hasSkin(crop)) continue
    const head = headPlace(locate(face, overview), 1)
    if (await standsOnBody(env, overview, head, models)) standing.push(candidate)
  }
  return standing
}

/** Whoever else shows a face, as far as the customer is shown them. */
function othersOf(
  clear: readonly RealFace[],
  found: readonly DetectedFace[],
  source: PhotoSize,
): readonly RealFace[] {
  const known = new Set(clear.map(({ face }) => face))
  return found
    .filter((face) => face.score >= BLURRED_FACE && !known.has(face))
    .map((face) => locate(face, source))
}

/**
 * The same faces, those at the given places taken for bystanders and nobody else.
 * @param leftOut null where the customer did not say
 */
export function withoutThose(faces: FacesOfPhoto, leftOut: readonly Place[] | null): FacesOfPhoto {
  if (leftOut === null) return faces
  const isLeft = ({ face: { x, y, width, height } }: RealFace) =>
    leftOut.some(
      (place) => place.x >= x && place.x <= x + width && place.y >= y && place.y <= y + height,
    )
  const all = [...faces.people, ...faces.bystanders]
  return {
    people: all.filter((face) => !isLeft(face)),
    bystanders: [...all, ...faces.doubtful].filter(isLeft),
    doubtful: faces.doubtful.filter((face) => !isLeft(face)),
  }
}

const describe = (faces: readonly DetectedFace[]): string =>
  faces.map((face) => face.score.toFixed(2)).join(' ')

/** A detected face in pixels of the photo. */
export function locate(face: DetectedFace, source: PhotoSize): RealFace {
  return { ...placeOfFace(face, source), face }
}

async function passesSecondLook(
  env: ToolEnvironment,
  photo: PhotoAndCopy,
  candidate: RealFace,
  detect: DetectFaces,
): Promise<boolean> {
  const first = candidate.face.score
  const look = (side: number) => lookAgain(env, photo, candidate, side, detect)
  const [nearSide, middleSide, wideSide] = LOOK_SIDES
  const wide = await look(wideSide)
  // So sure twice, it is a face whatever closer looks would say.
  if (first >= SURE_FIRST_LOOK && wide.score >= SURE_SECOND_LOOK) return isAlive(wide)
  const [near, middle] = [await look(nearSide), await look(middleSide)]
  const median = [near, middle, wide].map(({ score }) => score).toSorted((a, b) => a - b)[1] ?? 0
  const agreed =
    first >= FIRST_LOOK
      ? median >= SECOND_LOOK
      : Math.min(middle.score, wide.score) >= SURE_SECOND_LOOK
  return (
    agreed &&
    [wide, middle, near]
      .filter(({ again }) => again !== null)
      .slice(0, 1)
      .some(isAlive)
  )
}

const isAlive = ({ crop, again }: SecondLook): boolean =>
  again !== null && !looksCarved(crop, again)

/**
 * A statue or mannequin of one material: eyes no darker than the cheeks and no red in the skin.
 * Both are asked for, so that neither a black and white photo nor closed eyes are refused.
 */
function looksCarved(crop: Raster, face: DetectedFace): boolean {
  const box = {
    x: face.x + face.width * 0.1,
    y: face.y + face.height * 0.1,
    width: face.width * 0.8,
    height: face.height * 0.8,
  }
  const skin = samplesOf(crop, box)
  const cheek = quantile(skin.luma, 0.5)
  const red = quantile(skin.red, 0.5)
  const eyes = face.keypoints.slice(0, 2).map((eye) => {
    const reach = face.width * 0.09
    const around = { x: eye.x - reach, y: eye.y - reach, width: reach * 2, height: reach * 2 }
    return quantile(samplesOf(crop, around).luma, 0.08) / Math.max(1, cheek)
  })
  return red < SKIN_RED && eyes.length === 2 && Math.min(...eyes) > 0.82
}

/** Cr of BT.601 under which nothing is skin. */
const SKIN_RED = 10

/** Whether of a face that fills a crop, a hat and hair on it, a third is as red as skin. */
const hasSkin = (crop: Raster): boolean =>
  quantile(samplesOf(crop, { x: 0.1, y: 0.1, width: 0.8, height: 0.8 }).red, 0.7) >= SKIN_RED

interface Samples {
  readonly luma: number[]
  /** Cr of BT.601, about 10 to 45 on skin. */
  readonly red: number[]
}

function samplesOf(
  crop: Raster,
  box: { x: number; y: number; width: number; height: number },
): Samples {
  const luma: number[] = []
  const red: number[] = []
  const steps = 32
  for (let j = 0; j < steps; j++) {
    for (let i = 0; i < steps; i++) {
      const x = Math.floor((box.x + (box.width * (i + 0.5)) / steps) * crop.widthPx)
      const y = Math.floor((box.y + (box.height * (j + 0.5)) / steps) * crop.heightPx)
      if (x < 0 || y < 0 || x >= crop.widthPx || y >= crop.heightPx) continue
      const at = (y * crop.widthPx + x) * 4
      const [r = 0, g = 0, b = 0] = crop.rgba.subarray(at, at + 3)
      luma.push(0.299 * r + 0.587 * g + 0.114 * b)
      red.push(0.5 * r - 0.419 * g - 0.081 * b)
    }
  }
  return { luma, red }
}

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? 0
