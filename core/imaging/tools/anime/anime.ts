import type { Kernels } from '../../../kernels/kernels.ts'
import type { Paint } from '../../../kernels/paint.ts'
import type { PixelSink, PixelSource } from '../../../pixels/pixels.ts'
import { StepProgress } from '../../../pixels/strips.ts'
import { enlargedAlpha } from '../../enlarged-alpha.ts'
import type { FoundFace } from '../../face-points/find-faces.ts'
import { giveBack, type Spent } from '../../give-back.ts'
import type { HandNetworks } from '../../hand-points/find-hands.ts'
import type { HandPoints } from '../../hand-points/hand-points.ts'
import { handsOfPeople } from '../../hand-points/hands-of-people.ts'
import { KeptOfPictures } from '../../kept-of-pictures.ts'
import { threadsOf } from '../../own-thread.ts'
import { nobody } from '../../portrait/people.ts'
import type { InferenceSession, ToolEnvironment } from '../../tool.ts'
import { type Drawn, draw } from './draw-strips.ts'
import { type DrawnFace, prepareFaces } from './faces/draw-faces.ts'
import { isSmallHeadIn } from './faces/face-sizes.ts'
import { type PlacedFaces, placedIn } from './faces/placed-faces.ts'
import { FaceWarp } from './faces/warp/face-warp.ts'
import { warpFaces } from './faces/warp/warped-paint.ts'
import { findHairChances, type HairChances, hairSeenOf } from './hair/find-hairs.ts'
import { withMendedHeads } from './hair/mended-heads.ts'
import { withHeadwear } from './hair/worn-on-heads.ts'
import { type HeadsSeen, lookAtHeads } from './heads-seen.ts'
import { type AnimeLook, type AnimeLookName, animeLooks } from './looks.ts'
import { type Painting, paint } from './painting.ts'
import { copyToStudy, type FindPeople, type PhotoStudy, studyOf } from './photo-study.ts'

export interface AnimeSettings {
  readonly look: AnimeLookName
  /** 0 a light hand to 1 a heavy one. */
  readonly strength: number
  /** 0 a face's own proportions to 1 those of an animated film: large eyes over a narrow jaw. */
  readonly proportions: number
}

const STEPS = 6

/** Gives the network of where hair is, which is asked for where a head is large enough; null where it cannot be had. */
type FindNetwork = () => Promise<InferenceSession | null>

interface AnimeOptions {
  readonly findPeople?: FindPeople
  readonly findHairNetwork?: FindNetwork
  /** Gives the networks of where hands are, which are asked for as that of hair is. */
  readonly findHandNetworks?: () => Promise<HandNetworks | null>
  readonly isQuick?: boolean
  /** How much larger than the photo the result is, a whole factor; 1 where nothing is said. */
  readonly enlarged?: number
  /** Where what does not depend on the slider that moves is kept for the next preview. */
  readonly previews?: object
}

/** Of the quick and the fine preview of a photo: what one of the sliders does not change. */
const paintings = new KeptOfPictures<Painting>(2)
const drawnFaces = new KeptOfPictures<readonly DrawnFace[]>(2)
const foundChances = new KeptOfPictures<HairChances>(2)
const foundHands = new KeptOfPictures<readonly HandPoints[]>(2)
const seenHeads = new KeptOfPictures<HeadsSeen>(2)
const placedFaces = new KeptOfPictures<PlacedFaces>(1)

/**
 * Redraws a photo as a frame of an animated film: cells of flat colour with hard shadows, in bright
 * clear colour, under ink lines; faces and hair are drawn anew. All is found small and drawn at the
 * result's size with smooth edges, so a print shows neither pixels nor seams. The result keeps the
 * photo's alpha.
 */
export async function anime(
  env: ToolEnvironment,
  source: PixelSource,
  settings: AnimeSettings,
  sink: PixelSink,
  options: AnimeOptions = {},
): Promise<void> {
  const drawn = await looked(env, source, settings, options)
  await env.checkpoint()
  await draw(env, sink, drawn)
}

/**
 * Looks at a photo and paints it small. What only that needs, the copies that were looked at and the
 * cel's own colours, is not held while the photo is drawn large.
 */
async function looked(
  env: ToolEnvironment,
  source: PixelSource,
  settings: AnimeSettings,
  {
    findPeople = async () => nobody,
    findHairNetwork = async () => null,
    findHandNetworks = async () => null,
    isQuick = false,
    enlarged = 1,
    previews,
  }: AnimeOptions,
): Promise<Drawn> {
  const { look: name, strength, proportions } = settings
  const look = withStrength(animeLooks[name], strength)
  const progress = new StepProgress(env, 'draw', STEPS)
  const options = { look, name, findPeople, isQuick, ...(previews && { previews }) }
  const copy = await copyToStudy(env, source)
  const alpha = enlargedAlpha(source.alphaOnly?.() ?? source, enlarged)
  const seen = await studyOf(env, copy, options, progress)
  const { large, people } = seen
  const { chances: asked, isAsked } = await hairChancesOf(env, seen, previews, findHairNetwork)
  const { study, chances } = withMendedHeads(env, withHeadwear(env, seen, asked), asked)
  const { hands, areAsked } = await handsOf(env, study, previews, isQuick ? null : findHandNetworks)
  // What could not be had may be had the next time.
  const known = `${isAsked ? ' hair' : ''}${areAsked ? ' hands' : ''}`
  const who = `${name} ${people.faces.length}${known}`
  const pen = { ...look.face, opened: proportions }
  const hairAbout = (face: FoundFace) => hairSeenOf(study, face, chances)
  const faces = await drawnFaces.of(
    previews,
    study.pictureKey,
    () => prepareFaces(env, large, people.faces, pen, look.face, hairAbout),
    `${who} ${proportions}`,
  )
  const wanted = { look, strength, who, previews, chances, hands }
  const painting = await paintingOf(env, study, faces, wanted, progress)
  const { isOpaque, isGrey } = study
  const { release } = threadsOf(env)
  const isKept = previews !== undefined
  if (!isKept) giveBack(env, seenOf(study))
  const painted = paintOf(env.kernels, painting, isKept)
  if (!isKept) giveBack(env, painting.painted.spent())
  const scale = alpha.widthPx / large.widthPx
  const place = async () => placedIn(large, faces, proportions, painted, scale)
  // Of a fine preview it is too much to keep.
  const kept = isQuick ? previews : undefined
  const wantedPlaces = `${who} ${proportions} ${scale}`
  const { warp, features, boxes } = await placedFaces.of(
    kept,
    study.pictureKey,
    place,
    wantedPlaces,
  )
  warpFaces(env.kernels, painted, boxes, release)
  if (kept === undefined)
    giveBack(
      env,
      boxes.map(({ places }) => places),
    )
  return {
    alpha,
    alphaWarp: isOpaque ? new FaceWarp(large, [], 0) : warp,
    scale,
    paint: painted,
    pen: look.ink,
    features,
    isGrey,
  }
}

/** All that a photo was painted from. */
function seenOf({
  large,
  picture,
  person,
  luma,
  fine,
  smooth,
  unsmoothed,
  skin,
  kept,
  isFine,
  lines,
}: PhotoStudy): readonly Spent[] {
  const planes = [fine, smooth, unsmoothed].flatMap(({ lightness, a, b }) => [lightness, a, b])
  return [
    large.rgba,
    picture.rgba,
    luma.values,
    ...planes,
    skin.values,
    kept,
    isFine,
    lines.values,
    person?.values,
  ]
}

interface AskedPainting {
  readonly look: AnimeLook
  readonly strength: number
  /** The look and whom it is of. */
  readonly who: string
  readonly previews: object | undefined
  readonly chances: HairChances
  readonly hands: readonly HandPoints[]
}

async function paintingOf(
  env: ToolEnvironment,
  study: PhotoStudy,
  faces: readonly DrawnFace[],
  { look, strength, who, previews, chances, hands }: AskedPainting,
  progress: StepProgress,
): Promise<Painting> {
  const { pictureKey } = study
  const lookAtAll = () => lookAtHeads(env, study, faces, chances, hands)
  const heads = await seenHeads.of(previews, pictureKey, lookAtAll, who)
  const make = () => paint(env, study, look, faces, heads, progress)
  return await paintings.of(previews, pictureKey, make, `${who} ${strength}`)
}

/** Where hair is about all heads that are large enough, and whether a network was there to say so. */
async function hairChancesOf(
  env: ToolEnvironment,
  study: PhotoStudy,
  previews: object | undefined,
  findNetwork: FindNetwork,
): Promise<{ readonly chances: HairChances; readonly isAsked: boolean }> {
  const { pictureKey, people, large } = study
  const isWanted = people.faces.some((face) => !isSmallHeadIn(face, large))
  const network = isWanted ? await findNetwork() : null
  const ask = () => findHairChances(env, study, network)
  const isAsked = network !== null
  const known = `${people.faces.length} ${isAsked}`
  return { chances: await foundChances.of(previews, pictureKey, ask, known), isAsked }
}

/** The hands of people, and whether networks were there to look for them. @param findNetworks null where nobody looks */
async function handsOf(
  env: ToolEnvironment,
  study: PhotoStudy,
  previews: object | undefined,
  findNetworks: (() => Promise<HandNetworks | null>) | null,
): Promise<{ readonly hands: readonly HandPoints[]; readonly areAsked: boolean }> {
  const { pictureKey, people, large, person, skin } = study
  // Who is farther away has no fingers of their own.
  const faces = people.faces.filter((face) => !isSmallHeadIn(face, large))
  const isWanted = faces.length > 0 && person !== null
  const networks = isWanted && findNetworks !== null ? await findNetworks() : null
  const ask = async () =>
    networks === null || person === null
      ? []
      : await handsOfPeople(env, { picture: large, faces, skin, person }, networks)
  const areAsked = networks !== null
  const known = `${people.faces.length} ${areAsked}`
  return { hands: await foundHands.of(previews, pictureKey, ask, known), areAsked }
}

/** @param isKept whether the painting is there for the next preview, too: what is made of it may be written on */
const paintOf = (kernels: Kernels, { painted, ink }: Painting, isKept: boolean): Paint => ({
  widthPx: painted.widthPx,
  heightPx: painted.heightPx,
  cells: isKept ? painted.cells.slice() : painted.cells,
  quads: painted.quads(kernels),
  ink: isKept ? ink.values.slice() : ink.values,
})

/** Less strength paints smaller regions with thinner lines in colours nearer to the photo's. */
function withStrength(look: AnimeLook, strength: number): AnimeLook {
  const { regions, ink, palette } = look
  return {
    ...look,
    regions: { ...regions, scale: regions.scale * (0.2 + strength) },
    ink: { ...ink, opacity: ink.opacity * Math.min(1, 0.3 + strength * 0.875) },
    palette: { ...palette, vivid: palette.vivid * (0.2 + strength) },
  }
}
