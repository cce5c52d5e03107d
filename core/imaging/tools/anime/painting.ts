import type { Kernels } from '../../../kernels/kernels.ts'
import { inParts } from '../../../pixels/in-parts.ts'
import type { FloatPlane } from '../../../pixels/raster.ts'
import type { StepProgress } from '../../../pixels/strips.ts'
import { scaledFace } from '../../face-points/find-faces.ts'
import { giveBack } from '../../give-back.ts'
import type { ToolEnvironment } from '../../tool.ts'
import { accentPlaces } from './accents/accent-places.ts'
import { accentsOf } from './accents/accents.ts'
import { drawAccents } from './accents/draw-accents.ts'
import { freeCells, softenBackground } from './background/soft-background.ts'
import { Cel } from './cel.ts'
import type { Cells } from './cells/cells.ts'
import { loseEdges, paintKinds } from './cells/lost-edges.ts'
import { PART } from './cloth/cloth-kinds.ts'
import { markFolds } from './cloth/cloth-paint.ts'
import { darkCloth, shadedGarments } from './cloth/dark-cloth.ts'
import { type SeenOnDark, seenOnDark } from './cloth/dark-seams.ts'
import { drawPatterns, keptOf } from './cloth/pattern-paint.ts'
import { printPapers } from './cloth/print-papers.ts'
import { colourCells, type SeenOfFaces } from './colour-cells.ts'
import { cutPicture } from './cut-picture.ts'
import { type DrawnFace, paintSkin } from './faces/draw-faces.ts'
import { tidyEdges } from './faces/edges/tidy-edges.ts'
import { paintBacklitRim } from './hair/backlit-rim.ts'
import { calmHead } from './hair/calm-head.ts'
import { drawHair, HAIR_BARE } from './hair/hair.ts'
import { calmRim } from './hair/hair-rim.ts'
import { clearedByHands, darkenAlongHands, inkHands, paintHands } from './hands/draw-hands.ts'
import { type HeadsSeen, skinsOf } from './heads-seen.ts'
import { drawDetails } from './ink/details.ts'
import { drawLettering, papersOf } from './ink/draw-lettering.ts'
import { inkOf } from './ink/ink.ts'
import { type Lettering, letteringIn } from './ink/lettering.ts'
import { thinAboutHeads } from './ink/lines-about-heads.ts'
import { markLongLines } from './ink/long-lines.ts'
import { gatherPigment } from './ink/pigment-rims.ts'
import { drawSmallPrint, PRINT_SIZE } from './ink/small-print.ts'
import { addThings, THING_SHORTEST } from './ink/thing-details.ts'
import type { AnimeLook } from './looks.ts'
import type { PhotoStudy } from './photo-study.ts'
import { plainPlaces } from './places.ts'
import { isUnderJaw } from './skin/chin-frame.ts'
import { shadeUnderChins } from './skin/chin-shade.ts'
import { drawFingerLines, fingerLines } from './skin/finger-lines.ts'
import { type BodySkin, withBodies, withoutTones } from './skin/flat-skin.ts'
import { withHands } from './skin/hand-lines.ts'
import { handsDrawn } from './skin/hand-places.ts'
import { type OkLabPicture, unitPxOf } from './study.ts'

/** How wide a wobble of a border is that a brush would not draw, thousandths of the longer side. */
const BORDER_REACH = 4

/** Shorter pieces of detail are texture of a body's skin, and of cloth, thousandths. */
const SCRAP = 18
const SEAM = 26

/** From which share of skin on no pigment gathers: there it would be dirt. */
const SKIN = 0.3

/** Under which share of people things have letters. */
const NOBODY = 0.3

/** How much of being out of focus is painted where nobody is, before whom it would lie. */
const BLUR_ALONE = 0.6

/** A photo as cells of flat colour, and the ink that lies over them. */
export interface Painting {
  readonly painted: Cel
  readonly ink: FloatPlane
}

/**
 * Paints what was seen in a photo.
 * @param look with its strength
 * @param faces of whom only the skin is painted here
 * @param seenHeads of {@link lookAtHeads}
 */
export async function paint(
  env: ToolEnvironment,
  study: PhotoStudy,
  look: AnimeLook,
  faces: readonly DrawnFace[],
  seenHeads: HeadsSeen,
  progress: StepProgress,
): Promise<Painting> {
  const scale = study.picture.widthPx / study.large.widthPx
  const skins = skinsOf(faces, scale)
  const { isHead, zoneAt, hands } = seenHeads
  const { painted, loseEdges, drawPattern, addAccents, isBody, isBodySkin, body } = await celOf(
    env,
    study,
    look,
    {
      light: skinLightOf(faces),
      skins,
      seenHeads,
    },
  )
  await progress.step()
  drawPeople(env, painted, study, { faces, isBody }, seenHeads, scale)
  paintHands(env.kernels, painted, hands, { fine: study.fine, skins, body })
  painted.smoothBorders(env, Math.max(2, Math.round(BORDER_REACH * unitPxOf(painted))))
  loseEdges()
  drawPattern()
  if (look.palette.wash > 0) {
    const skin = study.skin.values
    const isKept = (at: number) => isHead[at] === 1 || (skin[at] as number) > SKIN
    gatherPigment(env, painted, look.palette.wash, isKept)
  }
  const isJaw = isUnderJaw(skins)
  const cleared = clearedByHands(hands, painted)
  const lines = withHands(
    env.kernels,
    painted,
    study.lines,
    (at) => isBodySkin(at) && cleared[at] === 0,
    isJaw,
    { faces, zoneAt },
    scale,
  )
  await progress.step()
  const ink = await inkOf(env, lines, look.ink, painted, study.person)
  thinAboutHeads(ink, painted, seenHeads, look.ink.contour)
  const isHand = handsDrawn(seenHeads.isHand, isBody, isJaw, painted.widthPx)
  drawFingerLines(ink, fingerLines(env.kernels, painted, study.lines, isHand, zoneAt))
  const contourPx = look.ink.contour * unitPxOf(painted)
  inkHands(ink, hands, cleared, contourPx)
  darkenAlongHands(painted, hands, contourPx)
  // Ink ends where cells do: accents are none, and come last.
  addAccents()
  await progress.step()
  return { painted, ink }
}

interface PaintedCel {
  readonly painted: Cel
  readonly loseEdges: () => void
  readonly drawPattern: () => void
  readonly addAccents: () => void
  /** Whether a place has the tone of a body's skin. */
  readonly isBody: (at: number) => boolean
  /** Whether a place is skin of arms, hands, necks and legs. */
  readonly isBodySkin: (at: number) => boolean
  readonly body: Pick<BodySkin, 'toneAt' | 'paints'>
}

/** All but faces, hair and ink: cells in their colours, with the folds, lines and details that they have lost. */
async function celOf(
  env: ToolEnvironment,
  study: PhotoStudy,
  look: AnimeLook,
  seen: SeenOfFaces,
): Promise<PaintedCel> {
  const { picture, person, smooth, fine, skin, grounds, lines } = study
  const { isHead } = seen.seenHeads
  const cut = await cutPicture(env, study, look.regions, seen.skins, seen.seenHeads)
  const { cloth, own } = cut
  const { toneAt: bodyTones } = cut.body
  const { colours, cells, before, patterns } = await colourCells(env, study, look, cut, seen)
  const things = withBodies(cloth.things, cells, cut.body)
  const painted = new Cel(cells, colours, things)
  const isKept = (cell: number) => (cloth.kinds[cell] ?? 0) !== 0
  const people = person?.values ?? skin.values
  const blur = look.blur * (person === null ? BLUR_ALONE : 1)
  const isFree = freeCells(cells, people, isKept, isHead)
  const ground = softenBackground(env, painted, cells, grounds.blur, isFree, blur)
  await env.checkpoint()
  const isDark = darkCloth(cut.cells, cloth, before)
  markFolds(painted, cloth.kinds, lines, isDark, look.ink.seam * unitPxOf(picture))
  markLongLines(painted, person?.values ?? null)
  const plain = plainPlaces(painted, cloth, own, skin, before)
  const isNobody = person === null
  const shadedAt = shadedGarments(cut.cells, cloth)
  const isSure = isNobody ? addThings(env, plain, grounds) : undefined
  const shortest = (at: number) =>
    own[at] === 1 ? SEAM : cut.isBody(at) ? SCRAP : isNobody ? THING_SHORTEST : 0
  drawDetails(
    env,
    painted,
    smooth,
    withoutTones(before, cut.body),
    plain,
    shortest,
    isUnderJaw(seen.skins),
    {
      ...seamsOn(env.kernels, study, isDark),
      isDark,
      shadedAt,
      by: look.palette.darkCloth.line,
    },
    isSure,
  )
  const widestPx = PRINT_SIZE.most * unitPxOf(picture)
  const papers = printPapers(cut.cells, cloth, own, widestPx)
  drawSmallPrint(painted, fine, before, papers)
  const lettering = letteringOn(env, study, painted, before, seen.seenHeads)
  const isCloth = (cell: number) => cloth.kinds[cell] === PART
  const kept = patterns === null ? null : keptOf(patterns, colours)
  const drawPattern = () => {
    if (kept !== null) drawPatterns(painted, kept, isCloth)
    // Smooth borders would round letters.
    lettering()
  }
  const accents = accentsOf(
    env,
    { ...study.unsmoothed, painted: before },
    accentPlaces(cut.cells, cloth.kinds, person, isHead),
    grounds.blur,
  )
  const flatCells = cut.cells.total
  const addAccents = () => {
    drawAccents(painted, accents, look.palette.shade, (cell) => cell < flatCells)
    giveBack(env, [accents.by, accents.kindAt])
  }
  const kinds = paintKinds(things, cloth.kinds, isFree, ground)
  const isBare = isSkinOf(cut.cells, cloth.kinds, skin, person)
  const spent = [
    cut.cells.of,
    cells.of,
    before,
    cut.body.light,
    plain.values,
    isDark,
    shadedAt,
    cloth.patternAt,
  ]
  giveBack(env, spent, [people])
  return {
    painted,
    loseEdges: () => loseEdges(env, painted, study.unsmoothed, kinds, look.lostEdges),
    drawPattern,
    addAccents,
    isBody: (at) => (bodyTones[at] as number) >= 0,
    isBodySkin: (at) => cut.isBody(at) || isBare(at),
    body: cut.body,
  }
}

/** Lines of a picture, with those that are seen on dark cloth alone. */
function seamsOn(
  kernels: Kernels,
  { luma, lines }: Pick<PhotoStudy, 'luma' | 'lines'>,
  isDark: Uint8Array<ArrayBuffer>,
): SeenOnDark {
  if (isDark.every((is) => is === 0)) return { lines: lines.values, isLit: isDark }
  return seenOnDark(kernels, luma, isDark, lines.values)
}

/** Lines of letters in a picture, by the heads that were seen in it: neither changes with the strength that is moved. */
const foundLetterings = new WeakMap<HeadsSeen, readonly Lettering[]>()

/** Looks for lines of letters where nobody is. @returns draws them */
function letteringOn(
  env: ToolEnvironment,
  { picture, person, unsmoothed, luma }: PhotoStudy,
  cel: Cel,
  before: Float32Array,
  seenHeads: HeadsSeen,
): () => void {
  // Smoothed colours have lost what is between small letters.
  let colours = person === null ? undefined : unsmoothed
  const seen = (): OkLabPicture => {
    colours ??= env.kernels.okLab(picture)
    return colours
  }
  const isThing = (at: number) =>
    seenHeads.isHead[at] === 0 && (person === null || (person.values[at] as number) < NOBODY)
  const lines = foundLetterings.get(seenHeads) ?? letteringIn(env.kernels, luma, seen, isThing)
  foundLetterings.set(seenHeads, lines)
  if (lines.length === 0) return () => {}
  const letters = papersOf(cel, seen(), before, lines)
  return () => {
    const { lightness, a, b } = seen()
    drawLettering(cel, seen(), letters)
    if (person === null) giveBack(env, [lightness, a, b])
  }
}

/** Of the skin of all faces, each by its size. */
function skinLightOf(faces: readonly DrawnFace[]): number | null {
  const sizes = faces.map(({ face }) => face.widthPx ** 2)
  const whole = sizes.reduce((sum, size) => sum + size, 0)
  const light = faces.reduce((sum, { skin }, k) => sum + skin.tone[0] * (sizes[k] as number), 0)
  return whole === 0 ? null : light / whole
}

/** Whether a place of somebody has the colour of skin and is no cloth. */
function isSkinOf(
  { of }: Cells,
  kinds: Uint32Array,
  skin: FloatPlane,
  person: FloatPlane | null,
): (at: number) => boolean {
  const isSkin = new Uint8Array(of.length)
  inParts(of.length, (from, until) => {
    for (let at = from; at < until; at++) {
      const isOwn = person !== null && (person.values[at] as number) > 0.5
      if (isOwn && (skin.values[at] as number) > 0.5 && kinds[of[at] as number] === 0)
        isSkin[at] = 1
    }
  })
  return (at) => isSkin[at] === 1
}

/** @param scale of the cel */
function drawPeople(
  { kernels }: ToolEnvironment,
  painted: Cel,
  { person, lines, fine }: Pick<PhotoStudy, 'person' | 'lines' | 'fine'>,
  { faces, isBody }: { readonly faces: readonly DrawnFace[] } & Pick<PaintedCel, 'isBody'>,
  { hairs, heads, worn, isHead }: Pick<HeadsSeen, 'hairs' | 'heads' | 'worn' | 'isHead'>,
  scale: number,
): void {
  const firstCell = painted.total
  paintSkin(painted, faces, scale, isBody)
  shadeUnderChins(painted, faces, person, lines, fine, scale)
  for (let k = faces.length - 1; k >= 0; k--) {
    const drawn = faces[k]
    const hair = hairs[k]
    if (hair) drawHair(painted, hair)
    if (drawn !== undefined) calmHead(painted, scaledFace(drawn.face, scale))
  }
  if (person !== null) {
    const people = { cel: painted, person, isHead, isBody, firstCell }
    tidyEdges(kernels, people, fine, faces, hairs, scale)
  }
  if (hairs.every((hair) => hair === null)) return
  const isKept = new Uint8Array(painted.bare.length)
  inParts(isKept.length, (from, until) => {
    for (let at = from; at < until; at++) {
      if ((painted.bare[at] as number) >= HAIR_BARE) isKept[at] = 1
    }
  })
  hairs.forEach((hair, k) => {
    if (!hair) return
    calmRim(kernels, painted, hair, isKept)
    const head = heads[k]
    if (!head || !person) return
    paintBacklitRim(kernels, painted, hair, { head, worn: worn[k] ?? null, person }, isKept)
  })
}
