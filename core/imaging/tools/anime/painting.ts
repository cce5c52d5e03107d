import { smoothstep } from '../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../pixels/raster.ts'
import type { StepProgress } from '../../../pixels/strips.ts'
import { scaledFace } from '../../face-points/find-faces.ts'
import { headOf } from '../../face-points/head.ts'
import { giveBack } from '../../give-back.ts'
import type { ToolEnvironment } from '../../tool.ts'
import { paintBackdrop } from './backdrop.ts'
import { fadeBehindHeads } from './behind-head.ts'
import { calmBodySkin, isUnderJaw, type SkinOfBody } from './body-skin.ts'
import { calmHead } from './calm-head.ts'
import { Cel } from './cel.ts'
import { withShadows } from './cel-shadow.ts'
import type { Cells } from './cells.ts'
import { shadeUnderChins } from './chin-shade.ts'
import { withCloth } from './cloth.ts'
import { PART } from './cloth-kinds.ts'
import { clearCloth } from './cloth-light.ts'
import { markFolds, paintCloth } from './cloth-paint.ts'
import { darkCloth, openDarkCloth } from './dark-cloth.ts'
import { drawDetails } from './details.ts'
import { type DrawnFace, paintSkin } from './faces/draw-faces.ts'
import { fill, filledLightness } from './fill.ts'
import type { HairChances } from './find-hairs.ts'
import { withFlatSkin } from './flat-skin.ts'
import { withFoliage } from './foliage.ts'
import { drawHair, HAIR_BARE, type Hair } from './hair.ts'
import { calmRim } from './hair-rim.ts'
import { withHands } from './hand-lines.ts'
import { inkOf } from './ink.ts'
import { withoutLeaks } from './leaks.ts'
import { markLongLines } from './long-lines.ts'
import type { AnimeLook } from './looks.ts'
import { withMasses } from './masses.ts'
import { grade } from './palette.ts'
import { partedBy } from './parted.ts'
import { drawPatterns, keptOf, paintPatterns } from './pattern-paint.ts'
import type { PhotoStudy } from './photo-study.ts'
import { gatherPigment } from './pigment-rims.ts'
import { headPlaces, ownPlaces, plainPlaces } from './places.ts'
import { regionsOf } from './regions.ts'
import { withoutRims } from './rims.ts'
import { softenBackground } from './soft-background.ts'
import { unitPxOf } from './study.ts'

/** People are painted finer than all else, whatever the look: they are to stay themselves. */
const FINE = { scale: 0.2, min: 24 }

/** Where nobody is, things are what the picture is of, and are painted finer than what lies behind people. */
const ALONE = { scale: 0.4, min: 0.3 }

/** How wide a wobble of a border is that a brush would not draw, thousandths of the longer side. */
const BORDER_REACH = 4

/** Shorter pieces of detail are texture of a body's skin, and of cloth, thousandths. */
const SCRAP = 18
const SEAM = 26

/** From which share of skin on no pigment gathers: there it would be dirt. */
const SKIN = 0.3

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
 * @param chances of {@link findHairChances}
 */
export async function paint(
  env: ToolEnvironment,
  study: PhotoStudy,
  look: AnimeLook,
  faces: readonly DrawnFace[],
  hairs: readonly (Hair | null)[],
  chances: HairChances,
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
  const worn = faces.map(({ face }) => chances.get(face)?.worn ?? null)
  const isHead = headPlaces(study.picture, heads, hairs, worn)
  const { painted, drawPattern, isBodySkin } = await celOf(env, study, look, {
    light: skinLightOf(faces),
    skins,
    isHead,
    hairs,
  })
  await progress.step()
  drawPeople(env, painted, study, faces, hairs, scale)
  painted.smoothBorders(env, Math.max(2, Math.round(BORDER_REACH * unitPxOf(painted))))
  drawPattern()
  if (look.palette.wash > 0) {
    const skin = study.skin.values
    const isKept = (at: number) => isHead[at] === 1 || (skin[at] as number) > SKIN
    gatherPigment(env, painted, look.palette.wash, isKept)
  }
  const lines = withHands(
    env.kernels,
    painted,
    study.lines,
    isBodySkin,
    isUnderJaw(skins),
    faces,
    scale,
  )
  await progress.step()
  const ink = await inkOf(env, lines, look.ink, painted, study.person)
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
  readonly hairs: readonly (Hair | null)[]
}

interface PaintedCel {
  readonly painted: Cel
  readonly drawPattern: () => void
  /** Whether a place is skin of arms, hands, necks and legs. */
  readonly isBodySkin: (at: number) => boolean
}

async function celOf(
  env: ToolEnvironment,
  { picture, person, smooth, fine, skin, isFine, grounds, lines, night }: PhotoStudy,
  look: AnimeLook,
  { light: skinLight, skins, isHead, hairs }: SeenOfFaces,
): Promise<PaintedCel> {
  const unitPx = unitPxOf(picture)
  const { regions } = look
  const size = person === null ? ALONE : { scale: 1, min: 1 }
  const [minPx, finePx] = [size.min * regions.min * unitPx ** 2, FINE.min * unitPx ** 2]
  const cut = regionsOf(
    env.kernels,
    smooth,
    { scale: size.scale * regions.scale, minPx },
    { scale: FINE.scale, minPx: finePx },
    isFine,
  )
  await env.checkpoint()
  const smallest = (at: number) => ((skin.values[at] as number) > 0.5 ? finePx : minPx / 2)
  const parted = person === null ? cut : partedBy(env.kernels, cut, person.values)
  const whole = person === null ? parted : withoutLeaks(env.kernels, smooth, parted, person.values)
  const shaded = withShadows(env, smooth, whole, regions, smallest)
  await env.checkpoint()
  const people = person?.values ?? skin.values
  const masses = withMasses(env, smooth, shaded, people, grounds)
  await env.checkpoint()
  const { leaves } = grounds
  const painterly = withFoliage(env, smooth, masses, leaves, people)
  const flat = withFlatSkin(env, smooth, painterly, people, skins)
  const own = ownPlaces(person, isHead, flat.isBody)
  await env.checkpoint()
  const cloth = withCloth(env, smooth, fine, flat.cells, own)
  const cells = env.kernels.roundCells(smooth, withoutRims(env.kernels, smooth, cloth.cells))
  await env.checkpoint()
  const colours = fill(env.kernels, smooth, cells, regions.shade)
  paintCloth(env.kernels, colours, smooth, fine, cells, cloth)
  const patterns = paintPatterns(env.kernels, colours, fine, cloth.patternAt)
  const before = colours.lightness.slice()
  clearCloth(colours, cells, cloth.kinds)
  const seen = filledLightness(env.kernels, smooth, flat.cells, regions.shade)
  const protection = protectedBy(person, skin)
  await env.checkpoint()
  grade(colours, look.palette, protection, skinLight, night, seen)
  openDarkCloth(colours, before, cells, cloth.kinds, look.palette.darkCloth)
  const standing =
    skinLight === null || person === null || night > 0
      ? cells
      : paintBackdrop(env.kernels, colours, smooth, cells, person.values, look.palette.backdrop)
  calmBodySkin(env.kernels, colours, smooth, standing, people, skins, flat.isBody)
  if (person !== null) fadeBehindHeads(colours, standing, person.values, hairs)
  const painted = new Cel(standing, colours, cloth.things)
  const isKept = (cell: number) => (cloth.kinds[cell] ?? 0) !== 0
  softenBackground(env, painted, standing, grounds.blur, people, isKept, isHead, look.blur)
  await env.checkpoint()
  const isDark = darkCloth(cells, cloth, before)
  markFolds(painted, cloth.kinds, lines, isDark, look.ink.seam * unitPx)
  markLongLines(painted, person?.values ?? null)
  const plain = plainPlaces(painted, cloth, own, skin, before)
  const shortest = (at: number) => (own[at] === 1 ? SEAM : flat.isBody(at) ? SCRAP : 0)
  drawDetails(env, painted, smooth, before, plain, shortest, isUnderJaw(skins), {
    lines: lines.values,
    isDark,
    by: look.palette.darkCloth.line,
  })
  const isCloth = (cell: number) => cloth.kinds[cell] === PART
  const kept = patterns === null ? null : keptOf(patterns, colours)
  const drawPattern = () => {
    if (kept !== null) drawPatterns(painted, kept, isCloth)
  }
  const isBare = isSkinOf(cells, cloth.kinds, skin, person)
  const isBodySkin = (at: number) => flat.isBody(at) || isBare(at)
  const steps = [cut, parted, whole, shaded, masses, painterly, flat.cells, cloth.cells, cells]
  const planes = [...steps.map(({ of }) => of), standing.of, before, seen, protection]
  giveBack(env, [...planes, plain.values, isDark, cloth.patternAt], [people])
  return { painted, drawPattern, isBodySkin }
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

function protectedBy(person: FloatPlane | null, skin: FloatPlane): Float32Array<ArrayBuffer> {
  const { values } = person ?? skin
  const shares = new Float32Array(values.length)
  for (let at = 0; at < shares.length; at++) {
    const own = values[at] as number
    if (person === null) shares[at] = own * SKIN_OF_NOBODY
    else if (own > 0.2) shares[at] = own >= 0.6 ? 1 : smoothstep(0.2, 0.6, own)
  }
  return shares
}

/** Whether a place of somebody has the colour of skin and is no cloth. */
function isSkinOf(
  { of }: Cells,
  kinds: Uint32Array,
  skin: FloatPlane,
  person: FloatPlane | null,
): (at: number) => boolean {
  const isSkin = new Uint8Array(of.length)
  for (let at = 0; at < of.length; at++) {
    const isOwn = person !== null && (person.values[at] as number) > 0.5
    if (isOwn && (skin.values[at] as number) > 0.5 && kinds[of[at] as number] === 0) isSkin[at] = 1
  }
  return (at) => isSkin[at] === 1
}

/** @param scale of the cel */
function drawPeople(
  { kernels }: ToolEnvironment,
  painted: Cel,
  { person, lines }: Pick<PhotoStudy, 'person' | 'lines'>,
  faces: readonly DrawnFace[],
  hairs: readonly (Hair | null)[],
  scale: number,
): void {
  paintSkin(painted, faces, scale)
  shadeUnderChins(painted, faces, person, lines, scale)
  for (let k = faces.length - 1; k >= 0; k--) {
    const drawn = faces[k]
    const hair = hairs[k]
    if (hair) drawHair(painted, hair)
    if (drawn !== undefined) calmHead(painted, scaledFace(drawn.face, scale))
  }
  if (hairs.every((hair) => hair === null)) return
  const isKept = new Uint8Array(painted.bare.length)
  for (let at = 0; at < isKept.length; at++) {
    if ((painted.bare[at] as number) >= HAIR_BARE) isKept[at] = 1
  }
  for (const hair of hairs) if (hair) calmRim(kernels, painted, hair, isKept)
}
