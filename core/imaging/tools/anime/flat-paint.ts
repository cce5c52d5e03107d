import type { Kernels } from '../../../kernels/kernels.ts'
import { inParts } from '../../../pixels/in-parts.ts'
import type { FloatPlane } from '../../../pixels/raster.ts'
import { giveBack } from '../../give-back.ts'
import type { ToolEnvironment } from '../../tool.ts'
import { accentPlaces } from './accents/accent-places.ts'
import { accentsOf } from './accents/accents.ts'
import { bareLimbs } from './accents/bare-limbs.ts'
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
import { type CutPicture, cutPicture } from './cut-picture.ts'
import type { HeadsSeen } from './heads-seen.ts'
import { drawDetails } from './ink/details.ts'
import { drawLettering, papersOf } from './ink/draw-lettering.ts'
import { type Lettering, letteringIn } from './ink/lettering.ts'
import { markLongLines } from './ink/long-lines.ts'
import { drawSmallPrint, PRINT_SIZE } from './ink/small-print.ts'
import { addThings, THING_SHORTEST } from './ink/thing-details.ts'
import type { AnimeLook } from './looks.ts'
import type { PhotoStudy } from './photo-study.ts'
import { plainPlaces } from './places.ts'
import { isUnderJaw } from './skin/chin-frame.ts'
import { type BodySkin, withBodies, withoutTones } from './skin/flat-skin.ts'
import { type OkLabPicture, unitPxOf } from './study.ts'

/** Shorter pieces of detail are texture of a body's skin, and of cloth, thousandths. */
const SCRAP = 18
const SEAM = 26

/** Under which share of people things have letters. */
const NOBODY = 0.3

/** How much of being out of focus is painted where nobody is, before whom it would lie. */
const BLUR_ALONE = 0.6

/** A photo in flat cells, before people are drawn on it, and what is done once they are. */
export interface FlatPaint {
  readonly painted: Cel
  readonly loseFaintEdges: () => void
  readonly drawPattern: () => void
  readonly addAccents: () => void
  /** Whether a place has the tone of a body's skin. */
  readonly isBody: (at: number) => boolean
  /** Whether a place is skin of arms, hands, necks and legs. */
  readonly isBodySkin: (at: number) => boolean
  readonly body: Pick<BodySkin, 'toneAt' | 'paints'>
}

/** All but faces, hair and ink: cells in their colours, with the folds, lines and details that they have lost. */
export async function flatPaintOf(
  env: ToolEnvironment,
  study: PhotoStudy,
  look: AnimeLook,
  seen: SeenOfFaces,
): Promise<FlatPaint> {
  const { person, skin, grounds } = study
  const { isHead } = seen.seenHeads
  const cut = await cutPicture(env, study, look.regions, seen.skins, seen.seenHeads)
  const { cloth } = cut
  const { toneAt: bodyTones } = cut.body
  const { colours, cells, before, patterns } = await colourCells(env, study, look, cut, seen)
  const things = withBodies(cloth.things, cells, cut.body)
  const painted = new Cel(cells, colours, things)
  const flat: Flat = { cut, painted, before, seen }
  const isKept = (cell: number) => (cloth.kinds[cell] ?? 0) !== 0
  const people = person?.values ?? skin.values
  const blur = look.blur * (person === null ? BLUR_ALONE : 1)
  const isFree = freeCells(cells, people, isKept, isHead)
  const ground = softenBackground(env, painted, cells, grounds.blur, isFree, blur)
  await env.checkpoint()
  drawDetailsOn(env, study, look, flat)
  const lettering = letteringOn(env, study, painted, before, seen.seenHeads)
  const isCloth = (cell: number) => cloth.kinds[cell] === PART
  const kept = patterns === null ? null : keptOf(patterns, colours)
  const drawPattern = () => {
    if (kept !== null) drawPatterns(painted, kept, isCloth)
    // Smooth borders would round letters.
    lettering()
  }
  const addAccents = accentsOn(env, study, look, flat)
  const kinds = paintKinds(things, cloth.kinds, isFree, ground)
  const isBare = isSkinOf(cut.cells, cloth.kinds, skin, person)
  giveBack(env, [cut.cells.of, cells.of, before, cut.body.light, cloth.patternAt], [people])
  return {
    painted,
    loseFaintEdges: () => loseEdges(env, painted, study.unsmoothed, kinds, look.lostEdges),
    drawPattern,
    addAccents,
    isBody: (at) => (bodyTones[at] as number) >= 0,
    isBodySkin: (at) => cut.isBody(at) || isBare(at),
    body: cut.body,
  }
}

/** Cells in their colours, and what they were made of. */
interface Flat {
  readonly cut: CutPicture
  readonly painted: Cel
  /** Lightness of the paint before it was graded. */
  readonly before: Float32Array<ArrayBuffer>
  readonly seen: SeenOfFaces
}

/** Draws the folds, long lines, details and small print that flat paint has lost. */
function drawDetailsOn(
  env: ToolEnvironment,
  study: PhotoStudy,
  look: AnimeLook,
  { cut, painted, before, seen }: Flat,
): void {
  const { picture, person, smooth, fine, skin, grounds, lines } = study
  const { cells, cloth, own } = cut
  const isDark = darkCloth(cells, cloth, before)
  markFolds(painted, cloth.kinds, lines, isDark, look.ink.seam * unitPxOf(picture))
  markLongLines(painted, person?.values ?? null)
  const plain = plainPlaces(painted, cloth, own, skin, before)
  const isNobody = person === null
  const shadedAt = shadedGarments(cells, cloth)
  const isSure = isNobody ? addThings(env, plain, grounds) : undefined
  const shortest = (at: number) =>
    own[at] === 1 ? SEAM : cut.isBody(at) ? SCRAP : isNobody ? THING_SHORTEST : 0
  const seams = seamsOn(env.kernels, study, isDark)
  const light = withoutTones(before, cut.body)
  const onDark = { ...seams, isDark, shadedAt, by: look.palette.darkCloth.line }
  const isJaw = isUnderJaw(seen.skins)
  drawDetails(env, painted, smooth, light, plain, shortest, isJaw, onDark, isSure)
  const papers = printPapers(cells, cloth, own, PRINT_SIZE.most * unitPxOf(picture))
  drawSmallPrint(painted, fine, before, papers)
  giveBack(env, [plain.values, isDark, shadedAt])
}

/** Looks for accents. @returns draws them */
function accentsOn(
  env: ToolEnvironment,
  { person, fine, skin, grounds, unsmoothed }: PhotoStudy,
  look: AnimeLook,
  { cut: { cells, cloth }, painted, before, seen }: Flat,
): () => void {
  const bare = bareLimbs(env.kernels, cells, cloth, fine, skin, seen.skins)
  const places = accentPlaces(cells, cloth.kinds, person, seen.seenHeads.isHead, bare)
  const accents = accentsOf(env, { ...unsmoothed, painted: before }, places, grounds.blur)
  const flatCells = cells.total
  return () => {
    drawAccents(painted, accents, look.palette.shade, (cell) => cell < flatCells)
    giveBack(env, [accents.by, accents.kindAt])
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
