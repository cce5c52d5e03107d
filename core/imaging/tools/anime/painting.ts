import { scaledBox, smoothstep } from '../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../pixels/raster.ts'
import type { StepProgress } from '../../../pixels/strips.ts'
import { withValues } from '../../../pixels/with-values.ts'
import { type FoundFace, scaledFace } from '../../face-points/find-faces.ts'
import type { HairSeen } from '../../face-points/skin-of-face.ts'
import type { InferenceSession, ToolEnvironment } from '../../tool.ts'
import { paintBackdrop } from './backdrop.ts'
import { calmBodySkin, isUnderJaw, type SkinOfBody } from './body-skin.ts'
import { Cel } from './cel.ts'
import { withShadows } from './cel-shadow.ts'
import { shadeUnderChins } from './chin-shade.ts'
import { type Cloth, withCloth } from './cloth.ts'
import { garmentOfKind } from './cloth-kinds.ts'
import { markFolds, paintCloth } from './cloth-paint.ts'
import { drawDetails } from './details.ts'
import { type DrawnFace, isSmallIn, paintSkin } from './faces/draw-faces.ts'
import { fill, filledLightness } from './fill.ts'
import { withFlatSkin } from './flat-skin.ts'
import { withFoliage } from './foliage.ts'
import { drawHair, findHair, HAIR_BARE, type Hair } from './hair.ts'
import { hairChanceOf, maskAbout } from './hair-chance.ts'
import { calmRim } from './hair-rim.ts'
import { calmHead, eachPixel, type Head, headOf } from './head.ts'
import { inkOf } from './ink.ts'
import { withoutLeaks } from './leaks.ts'
import type { AnimeLook } from './looks.ts'
import { withMasses } from './masses.ts'
import { grade } from './palette.ts'
import { partedBy } from './parted.ts'
import type { PhotoStudy } from './photo-study.ts'
import { regionsOf } from './regions.ts'
import { withoutRims } from './rims.ts'
import { softenBackground } from './soft-background.ts'
import { unitPxOf } from './study.ts'

/** People are painted finer than all else, whatever the look: they are to stay themselves. */
const FINE = { scale: 0.2, min: 24 }

/** How wide a wobble of a border is that a brush would not draw, thousandths of the longer side. */
const BORDER_REACH = 4

/** Shorter pieces of detail are texture of a body's skin, and of cloth, thousandths. */
const SCRAP = 12
const SEAM = 26

/** A photo as cells of flat colour, and the ink that lies over them. */
export interface Painting {
  readonly painted: Cel
  readonly ink: FloatPlane
}

/**
 * Paints what was seen in a photo.
 * @param look with its strength
 * @param faces of whom only the skin is painted here
 * @param hairs of {@link findHairs}
 */
export async function paint(
  env: ToolEnvironment,
  study: PhotoStudy,
  look: AnimeLook,
  faces: readonly DrawnFace[],
  hairs: readonly (Hair | null)[],
  progress: StepProgress,
): Promise<Painting> {
  const scale = study.picture.widthPx / study.large.widthPx
  const skins = faces
    .filter(({ isSmall }) => !isSmall)
    .map(({ face, base, isBearded }) => ({
      face: scaledFace(face, scale),
      tone: base,
      isBearded,
    }))
  const heads = faces.map(({ face }) => headOf(scaledFace(face, scale), study.picture))
  const isHead = placesOf(study.picture, heads, hairs)
  const painted = await celOf(env, study, look, { light: skinLightOf(faces), skins, isHead })
  await progress.step()
  drawPeople(env, painted, study.person, faces, hairs, scale)
  painted.smoothBorders(env.kernels, Math.max(2, Math.round(BORDER_REACH * unitPxOf(painted))))
  await progress.step()
  const ink = await inkOf(env, study.lines, look.ink, painted, study.person)
  await progress.step()
  return { painted, ink }
}

/** What is known of faces and hair, which are painted by themselves. */
interface SeenOfFaces {
  /** Of the skin of all faces, each by its size; null where none is seen. */
  readonly light: number | null
  readonly skins: readonly SkinOfBody[]
  /** 1 at each pixel of a head or its hair. */
  readonly isHead: Uint8Array
}

async function celOf(
  env: ToolEnvironment,
  { picture, person, smooth, fine, skin, grounds, lines, night }: PhotoStudy,
  look: AnimeLook,
  { light: skinLight, skins, isHead }: SeenOfFaces,
): Promise<Cel> {
  const unitPx = unitPxOf(picture)
  const { regions } = look
  const [minPx, finePx] = [regions.min * unitPx ** 2, FINE.min * unitPx ** 2]
  const cut = regionsOf(
    env.kernels,
    smooth,
    { scale: regions.scale, minPx },
    { scale: FINE.scale, minPx: finePx },
    fineWithin(env, skin, person),
  )
  await env.checkpoint()
  const smallest = (at: number) => ((skin.values[at] as number) > 0.5 ? finePx : minPx / 2)
  const parted = person === null ? cut : partedBy(env.kernels, cut, person.values)
  const whole = person === null ? parted : withoutLeaks(env.kernels, smooth, parted, person.values)
  const shaded = withShadows(env, smooth, whole, regions, smallest)
  await env.checkpoint()
  const people = person?.values ?? skin.values
  const masses = withMasses(env, smooth, shaded, people, grounds)
  const { leaves } = grounds
  const painterly = withFoliage(env, smooth, masses, leaves, people)
  const flat = withFlatSkin(env, smooth, painterly, people, skins)
  const own = ownPlaces(person, isHead, flat.isBody)
  const cloth = withCloth(env, smooth, fine, flat.cells, own)
  const cells = env.kernels.roundCells(smooth, withoutRims(env.kernels, smooth, cloth.cells))
  await env.checkpoint()
  const colours = fill(env.kernels, smooth, cells, regions.shade)
  paintCloth(colours, smooth, fine, cells, cloth)
  const before = colours.lightness.slice()
  const seen = filledLightness(env.kernels, smooth, flat.cells, regions.shade)
  grade(colours, look.palette, protectedBy(person, skin), skinLight, night, seen)
  const standing =
    skinLight === null || person === null || night > 0
      ? cells
      : paintBackdrop(env.kernels, colours, smooth, cells, person.values, look.palette.backdrop)
  calmBodySkin(colours, smooth, standing, people, skins)
  const painted = new Cel(standing, colours, cloth.kinds.map(garmentOfKind))
  const isKept = (cell: number) => (cloth.kinds[cell] ?? 0) !== 0
  softenBackground(env.kernels, painted, standing, grounds.blur, people, isKept)
  markFolds(painted, cloth.kinds, lines, look.ink.seam * unitPx)
  const plain = plainPlaces(painted, cloth, own, skin)
  const shortest = (at: number) => (own[at] === 1 ? SEAM : flat.isBody(at) ? SCRAP : 0)
  drawDetails(env, painted, smooth, before, plain, shortest, isUnderJaw(skins))
  return painted
}

/** 1 where people are, but for their heads and for skin that is cut by itself. */
function ownPlaces(
  person: FloatPlane | null,
  isHead: Uint8Array,
  isBody: (at: number) => boolean,
): Uint8Array {
  const own = new Uint8Array(isHead.length)
  if (person === null) return own
  const { values } = person
  for (let at = 0; at < own.length; at++) {
    if ((values[at] as number) > 0.5 && isHead[at] === 0 && !isBody(at)) own[at] = 1
  }
  return own
}

/** Where fine lines are details and no texture: on plain cloth and on skin. */
function plainPlaces({ cells }: Cel, cloth: Cloth, own: Uint8Array, skin: FloatPlane): FloatPlane {
  const isPlain = cloth.kinds.map((kind) => cloth.isCalm[garmentOfKind(kind)] as number)
  const values = skin.values.slice()
  for (let at = 0; at < own.length; at++) {
    if (own[at] === 1) values[at] = isPlain[cells[at] as number] ?? 0
  }
  return { ...skin, values }
}

/** So far within people all is cut finely: at their outline the mask may hold what lies behind, thousandths. */
const WITHIN = { reach: 5, from: 0.9 }

/** Where cells are cut finely, above a half: skin, and all that lies well within people. */
function fineWithin(
  { kernels }: ToolEnvironment,
  skin: FloatPlane,
  person: FloatPlane | null,
): Float32Array<ArrayBuffer> {
  if (person === null) return skin.values
  const about = kernels.gaussian(person, WITHIN.reach * unitPxOf(person)).values
  for (let at = 0; at < about.length; at++) {
    if ((about[at] as number) > WITHIN.from) about[at] = 1
    else about[at] = skin.values[at] as number
  }
  return about
}

/** What heads have about them, in their widths from the middle of a face. */
const HEAD = { aside: 0.8, above: 1.1, below: 0.75 }

/** Where heads and their hair are. */
function placesOf(
  { widthPx, heightPx }: Pick<FloatPlane, 'widthPx' | 'heightPx'>,
  heads: readonly Head[],
  hairs: readonly (Hair | null)[],
): Uint8Array {
  const isHead = new Uint8Array(widthPx * heightPx)
  for (const head of heads) {
    eachPixel(head, widthPx, (at, _, u, v) => {
      const x = u / HEAD.aside
      const y = v / (v < 0 ? HEAD.above : HEAD.below)
      if (x * x + y * y < 1) isHead[at] = 1
    })
  }
  for (const hair of hairs) {
    if (hair !== null) for (const at of hair.places) isHead[at] = 1
  }
  return isHead
}

/** Of the skin of all faces, each by its size. */
function skinLightOf(faces: readonly DrawnFace[]): number | null {
  const sizes = faces.map(({ face }) => face.widthPx ** 2)
  const whole = sizes.reduce((sum, size) => sum + size, 0)
  const light = faces.reduce((sum, { skin }, k) => sum + skin.tone[0] * (sizes[k] as number), 0)
  return whole === 0 ? null : light / whole
}

/** Where nobody was found there may be hands and backs: their skin keeps some of its tone. */
const SKIN_OF_NOBODY = 0.5

function protectedBy(person: FloatPlane | null, skin: FloatPlane): Float32Array {
  const { values } = person ?? skin
  const shares = new Float32Array(values.length)
  for (let at = 0; at < shares.length; at++) {
    const own = values[at] as number
    shares[at] = person === null ? own * SKIN_OF_NOBODY : smoothstep(0.2, 0.6, own)
  }
  return shares
}

/** @param scale of the cel */
function drawPeople(
  { kernels }: ToolEnvironment,
  painted: Cel,
  person: FloatPlane | null,
  faces: readonly DrawnFace[],
  hairs: readonly (Hair | null)[],
  scale: number,
): void {
  paintSkin(painted, faces, scale)
  shadeUnderChins(painted, faces, person, scale)
  for (let k = faces.length - 1; k >= 0; k--) {
    const drawn = faces[k]
    const hair = hairs[k]
    if (hair) drawHair(painted, hair)
    if (drawn !== undefined) calmHead(painted, scaledFace(drawn.face, scale))
  }
  if (hairs.every((hair) => hair === null)) return
  const isKept = withValues(new Uint8Array(painted.bare.length), (at) =>
    (painted.bare[at] as number) < HAIR_BARE ? 0 : 1,
  )
  for (const hair of hairs) if (hair) calmRim(kernels, painted, hair, isKept)
}

/** Where hair is about each face as the network has it; null for who is too small to be asked about. */
export type HairChances = ReadonlyMap<FoundFace, FloatPlane>

/**
 * Asks the network of hair about the heads of people.
 * @param network of where hair is; null where it cannot be had
 */
export async function findHairChances(
  env: ToolEnvironment,
  { picture, person, large, people }: PhotoStudy,
  network: InferenceSession | null,
): Promise<HairChances> {
  const chances = new Map<FoundFace, FloatPlane>()
  if (network === null) return chances
  const scale = picture.widthPx / large.widthPx
  for (const face of people.faces) {
    if (isSmallIn(face, large)) continue
    const own = scaledFace(face, scale)
    chances.set(face, await hairChanceOf(network, own, picture, maskAbout(own, person)))
    await env.checkpoint()
  }
  return chances
}

/** Where hair is about a face, in pixels of the picture in which it was found; null where nobody looked. */
export function hairSeenOf(
  { picture, large }: Pick<PhotoStudy, 'picture' | 'large'>,
  face: FoundFace,
  chances: HairChances,
): HairSeen | null {
  const chance = chances.get(face)
  if (chance === undefined) return null
  const scale = picture.widthPx / large.widthPx
  return { box: scaledBox(headOf(scaledFace(face, scale), picture).box, 1 / scale), chance }
}

/**
 * Looks for the hair of people, who are painted as it is found, whatever the hand's strength.
 * @returns one for each face, null where none is seen
 */
export async function findHairs(
  env: ToolEnvironment,
  { picture, fine, person, large }: PhotoStudy,
  faces: readonly DrawnFace[],
  chances: HairChances,
): Promise<readonly (Hair | null)[]> {
  const scale = picture.widthPx / large.widthPx
  const { widthPx, heightPx } = picture
  const count = widthPx * heightPx
  const any = new Float32Array(count)
  const blank = { widthPx, heightPx, of: new Uint32Array(count), total: 1 }
  const skin = new Cel(blank, { widthPx, heightPx, lightness: any, a: any, b: any })
  paintSkin(skin, faces, scale)
  const hairs: (Hair | null)[] = []
  for (const { face } of faces) {
    const chance = chances.get(face)
    if (chance === undefined) {
      hairs.push(null)
      continue
    }
    const own = scaledFace(face, scale)
    hairs.push(findHair(env, picture, fine, own, maskAbout(own, person), skin.bare, chance))
    await env.checkpoint()
  }
  return hairs
}
