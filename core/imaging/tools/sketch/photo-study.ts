import type { SketchPlanes, SketchStyle } from '../../../kernels/sketch-rows.ts'
import {
  constantPlane,
  createFloatPlane,
  type PixelSource,
  rasterRows,
  rasterSource,
} from '../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../pixels/raster.ts'
import type { SampledPlane } from '../../../pixels/sample-rows.ts'
import { planStrips } from '../../../pixels/strips.ts'
import { onWhite } from '../../../pixels/white-paper.ts'
import { scaledFace } from '../../face-points/find-faces.ts'
import { hiddenMouthOf } from '../../face-points/hidden-mouth.ts'
import type { HandNetworks } from '../../hand-points/find-hands.ts'
import { KeptOfPictures } from '../../kept-of-pictures.ts'
import { threadsOf } from '../../own-thread.ts'
import { nobody, type People } from '../../portrait/people.ts'
import { scaledCopy } from '../../scaled-copy.ts'
import type { InferenceSession, ToolEnvironment } from '../../tool.ts'
import { type Medium, type Study, type StudySettings, study } from './analysis.ts'
import { jawSeen } from './faces/bare-jaw.ts'
import { wornGlassesOf } from './faces/glasses.ts'
import { closeUpOf, coarserBy, widerBy } from './faces/large-faces.ts'
import { penFeaturesOf } from './faces/pen/pen-features.ts'
import { penHandsOf } from './hands/pen-hands.ts'
import { colouredContours } from './lines/coloured-contours.ts'
import { paleContours } from './lines/pale-contours.ts'
import { beardByColour } from './skin/beard-by-colour.ts'
import { darkenFair } from './skin/fair-hair.ts'
import { bringOutFairStrands } from './skin/fair-strands.ts'
import { hairIn } from './skin/hair.ts'
import { touchOf } from './skin/limbs.ts'
import { type Skin, skinOf } from './skin/skin.ts'
import { withRoom } from './small-prints.ts'
import { coloursOf } from './tone/colours.ts'
import { darkBackdropOf } from './tone/dark-backdrop.ts'
import { clearColoursOfPeople } from './tone/hatched-colours.ts'
import { litAlike } from './tone/light.ts'
import { nearPeople } from './tone/pale.ts'
import { darkenReds } from './tone/reds.ts'

/**
 * Form and strokes are looked at in a copy of this size; lines, tooth and edges are then drawn
 * sharp at the size of the print. Every length is a fraction of the picture, so that a preview
 * looks as the print does.
 */
const DRAWING_LONG_SIDE_PX = 2048
const SKIN_LONG_SIDE_PX = 768
/** A smaller picture than this is looked at enlarged. */
const STUDIED_LEAST_PX = 1024

export type PeopleIn = (picture: Raster) => Promise<People>
export type FindNetwork = () => Promise<InferenceSession | null>
export type FindHandNetworks = () => Promise<HandNetworks | null>

/** How a photo is looked at. */
export interface StudyOptions {
  readonly style: SketchStyle
  /** How much a small picture may be enlarged: strokes and lines need room. */
  readonly mostFiner: number
  /** Longer side of what is printed; the picture's own unless said. */
  readonly printPx?: number
  readonly peopleIn?: PeopleIn
  /** The network of hair about heads; null where it cannot be had. */
  readonly findHairNetwork?: FindNetwork
  /** The networks of where hands are, which a pen asks for; null where they cannot be had. */
  readonly findHandNetworks?: FindHandNetworks
  /** Where what was seen is kept for the next preview. */
  readonly previews?: object
}

/** What is drawn from, whatever the hand's strength and the background. */
export interface PhotoStudy {
  readonly planes: SketchPlanes<SampledPlane>
  /** A small copy of the picture, and who is in it. */
  readonly small: Raster
  readonly people: People
}

interface StyleSettings {
  readonly coloured: boolean
  readonly study: StudySettings
}

const styles: Record<SketchStyle, StyleSettings> = {
  pencil: {
    coloured: false,
    study: {
      lines: { sigma: 0.7, length: 4, tau: 0.985, phi: 26 },
      form: { wanted: 0.057, leastStretch: 0.6 },
      keptOnDeep: 0.45,
      firmer: 0.1,
      restingAngle: -0.9,
      glass: 0.8,
      strokes: [
        { turn: 0, halfLength: 13, width: 1, seed: 1, shadedFrom: 0.029 },
        { turn: 0.62, halfLength: 10, width: 1, seed: 2, shadedFrom: 0.315 },
      ],
    },
  },
  ink: {
    coloured: false,
    study: {
      lines: { sigma: 0.9, length: 7, tau: 0.985, phi: 55 },
      form: { wanted: 0.032, leastStretch: 0.75 },
      restingAngle: 0,
      strokes: [],
      isHatched: true,
      glass: 0.9,
      mass: 2.4,
    },
  },
  'coloured-pencil': {
    coloured: true,
    study: {
      lines: { sigma: 0.75, length: 4, tau: 0.982, phi: 22 },
      form: { wanted: 0.17, leastStretch: 0.75 },
      restingAngle: -0.85,
      strokes: [
        { turn: 0, halfLength: 14, width: 1.25, seed: 3 },
        { turn: 0.5, halfLength: 11, width: 1.1, seed: 4 },
      ],
    },
  },
}

/** The quick and the fine preview of a photo. */
const studies = new KeptOfPictures<PhotoStudy>(2)

/** The copy of a photo that is looked at. */
export const copyToStudy = (env: ToolEnvironment, source: PixelSource): Promise<Raster> =>
  scaledCopy(env, source, DRAWING_LONG_SIDE_PX)

/** Looks at a copy of a photo, or remembers what was seen in it. */
export async function studyOf(
  env: ToolEnvironment,
  copy: Raster,
  options: StudyOptions,
): Promise<PhotoStudy> {
  const { style, mostFiner, peopleIn = async () => nobody } = options
  const { findHairNetwork = async () => null, findHandNetworks = async () => null } = options
  const { printPx = Math.max(copy.widthPx, copy.heightPx) } = options
  const picture = roomy(env, onWhite(copy), mostFiner)
  const found = await peopleIn(picture)
  const people = { ...found, faces: found.faces.map((face) => beardByColour(picture, face)) }
  const network = people.faces.length === 0 ? null : await findHairNetwork()
  // Who could not be looked for may be found the next time.
  const isAsked = people.faces.length > 0 && styles[style].study.isHatched === true
  const handNetworks = isAsked ? await findHandNetworks() : null
  const known = `${network === null ? '' : ' hair'}${handNetworks === null ? '' : ' hands'}`
  const asked = `${style} ${people.faces.length}${known}`
  return await studies.of(
    options.previews,
    picture,
    () => studied(env, picture, people, { style, printPx, network, handNetworks }),
    asked,
  )
}

interface Asked {
  readonly style: SketchStyle
  readonly printPx: number
  readonly network: InferenceSession | null
  readonly handNetworks: HandNetworks | null
}

async function studied(
  env: ToolEnvironment,
  picture: Raster,
  people: People,
  { style, printPx, network, handNetworks }: Asked,
): Promise<PhotoStudy> {
  const small = await scaledCopy(env, rasterSource(picture), SKIN_LONG_SIDE_PX)
  const scale = small.widthPx / picture.widthPx
  const hair = network && (await hairIn(env, network, small, people, scale))
  const skin = await skinOf(env, picture, small, people, hair)
  await env.checkpoint()
  const isPen = styles[style].study.isHatched === true
  const faces = people.faces.map((face) => {
    const known = {
      ...face,
      ...(skin && { jawSeen: jawSeen(face, skin.share, picture) }),
      isMouthHidden: hiddenMouthOf(env.kernels, picture, face) !== null,
      glasses: wornGlassesOf(env.kernels, picture, face, skin?.colours.get(face) ?? null),
    }
    return isPen ? { ...known, pen: penFeaturesOf(env.kernels, picture, known) } : known
  })
  const hands =
    skin && (await penHandsOf(env, { picture, small, skin: skin.share }, people, handNetworks))
  const luma = await lumaOf(env, picture)
  await darkenReds(env, luma, picture, skin, { isGrey: !styles[style].coloured })
  const { mask } = people
  if (mask && isPen) await darkenFair(env, luma, picture, { mask, small, skin })
  if (hair && isPen) await bringOutFairStrands(env, luma, small, hair, skin?.share ?? null)
  const unitPx = Math.max(luma.widthPx, luma.heightPx) / 1000
  const closeUp = styles[style].coloured ? closeUpOf(faces, 1000 * unitPx) : 0
  const colours = styles[style].coloured
    ? await coloursOf(env, picture, skin, hair?.chance ?? null, closeUp)
    : []
  threadsOf(env).release(picture.rgba.buffer)
  const backdrop = styles[style].coloured ? null : await darkBackdropOf(env, small, people)
  const near = people.mask && nearPeople(env.kernels, people.mask, small)
  const isGrey = !styles[style].coloured
  // None needs another: this thread goes on with one while strips of the others are elsewhere.
  const [light, contours, coloured] = await Promise.all([
    litAlike(env, luma, isGrey && skin ? { ...skin, gain: skin.greyGain } : skin, unitPx),
    paleContours(env, small, {
      near,
      skin: skin?.share ?? null,
      isPen,
    }),
    isGrey && people.mask
      ? colouredContours(env, small, people.mask, {
          hair: hair?.chance ?? null,
          skin: skin?.share ?? null,
          faces: faces.map((face) => scaledFace(face, scale)),
        })
      : null,
  ])
  if (coloured) addTo(contours, coloured)
  const clear =
    isPen && people.mask
      ? clearColoursOfPeople(
          env.kernels,
          small,
          people.mask,
          skin?.share ?? null,
          hair?.chance ?? null,
        )
      : null
  const roomy = withRoom(styles[style].study, printPx)
  const coarser = coarserBy(roomy.strokes, closeUp)
  const isOfNobody = !isGrey && people.faces.length === 0
  const settings = { ...roomy, strokes: isOfNobody ? widerBy(coarser) : coarser }
  const seen = await study(
    env,
    { ...light, near, contours, clear, hands: hands ?? [] },
    faces,
    backdrop,
    settings,
    {
      style,
      colours,
      closeUp,
    },
  )
  const touched = isGrey || skin === null ? null : touchOf(env.kernels, skin)
  return { planes: planesOf(seen, skin, touched, { colours, closeUp }), small, people }
}

/** Adds contours to others of the same size. */
function addTo({ values }: FloatPlane, others: FloatPlane): void {
  for (let i = 0; i < values.length; i++)
    values[i] = Math.max(values[i] as number, others.values[i] as number)
}

/** The luma of a picture, strip by strip: the kernels keep the memory of what they are given at once. */
async function lumaOf(env: ToolEnvironment, picture: Raster): Promise<FloatPlane> {
  const { widthPx, heightPx } = picture
  const luma = createFloatPlane(widthPx, heightPx)
  for (const { topPx, heightPx: rows } of planStrips(widthPx, heightPx, 0)) {
    const strip = env.kernels.luma(rasterRows(picture, topPx, rows))
    luma.values.set(strip.values, topPx * widthPx)
    await env.checkpoint()
  }
  return luma
}

/** A small picture is looked at enlarged. */
function roomy(env: ToolEnvironment, picture: Raster, most: number): Raster {
  const { widthPx, heightPx } = picture
  const factor = Math.min(most, STUDIED_LEAST_PX / Math.max(widthPx, heightPx))
  if (factor <= 1) return picture
  const [width = 1, height = 1] = [widthPx, heightPx].map((px) => Math.round(px * factor))
  return env.kernels.resizeLanczos3(picture, width, height)
}

const planesOf = (
  { lines, shading, strokes: [stroke, cross], mass }: Study,
  skin: Skin | null,
  touched: FloatPlane | null,
  { colours: [red, green, blue], closeUp }: Pick<Medium, 'colours' | 'closeUp'>,
): SketchPlanes<SampledPlane> => ({
  lines,
  shading,
  ...(stroke && { stroke }),
  ...(cross && { cross }),
  ...(mass && { mass }),
  ...(skin &&
    (red === undefined
      ? { skin: skin.toned, tone: skin.deep }
      : { skin: touched ?? skin.share, tone: skin.tone })),
  ...(closeUp > 0 && { closeUp: constantPlane(closeUp) }),
  ...(red && green && blue && { red, green, blue }),
})
