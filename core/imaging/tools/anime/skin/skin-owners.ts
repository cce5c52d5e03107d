import type { OkLab } from '../../../../pixels/oklab.ts'
import { smoothstep } from '../../../../pixels/pixels.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import type { Cells } from '../cells/cells.ts'
import type { OkLabPicture } from '../study.ts'
import { type ChinFrame, chinFrameOf } from './chin-frame.ts'
import { giveEnclosed } from './enclosed-skin.ts'
import { necksOf } from './necks.ts'
import {
  isFaintAs,
  likenessInShade,
  likestOf,
  type SkinOfBody,
  shadeOf,
  strengthOf,
} from './skin-of-body.ts'

/** How like a face's skin a cell is that is cut with it. */
const ALIKE = 0.3
/** What is so dark or so light against its face is no skin, but in a neck, of which the dark is shade. */
const LIT = { least: 0.52, most: 1.5 }
/**
 * What has less colour against its light than such a share of the face's is pearls or cloth. In more light than the
 * face has skin fades: of its very hue it has so much less then.
 */
const FAINT = { share: 0.6, lit: 0.47, from: 1.08, to: 1.16, alike: 0.6 }
/** So far below its chin somebody is clothed, face widths. */
const CLOTHED = 0.1
/** What is no skin. */
export const NONE = -1
/** What may be skin where it lies between skin. */
export const MAYBE = -2
/** What is like skin, but too dark, too light or too faint to be painted as it; and what may be skin besides. */
export const LIKE = -3
export const LIKE_OR_SKIN = -4

/**
 * Whose skin each cell is: the number of a face, or one of the above.
 * @param isHair 1 for each place where hair is painted by itself
 */
export function ownersOf(
  { kernels }: ToolEnvironment,
  picture: OkLabPicture,
  cells: Cells,
  skins: readonly SkinOfBody[],
  isHair: Uint8Array,
): Int32Array {
  const { sizes, ...seen } = kernels.cellMeans(picture, cells)
  const necks = necksOf(cells, sizes, skins)
  const places = middlesOf(cells)
  const frames = skins.map(({ face }) => chinFrameOf(face))
  const isUnderChin = new Uint8Array(cells.total)
  const faceOf = new Int32Array(cells.total).fill(NONE)
  const owners = Int32Array.from({ length: cells.total }, (_, cell) => {
    const neck = necks[cell]
    if (neck?.isBearded) return NONE
    if (neck && shadeOf(seen, cell, neck)) return skins.indexOf(neck)
    const light = Math.max(0.02, seen.lightness[cell] as number)
    const own: OkLab = [light, seen.a[cell] as number, seen.b[cell] as number]
    const [x, y] = [places.xs[cell] as number, places.ys[cell] as number]
    let [nearest, away, isMaybe] = [NONE, Number.POSITIVE_INFINITY, false]
    skins.forEach(({ tone }, k) => {
      const { uAt, vAt } = frames[k] as ChinFrame
      const [u, v] = [uAt(x, y), vAt(x, y)]
      if (isBetween(own, tone, u, v)) isMaybe = true
      if (isInFace(u, v)) faceOf[cell] = k
      else if (Math.abs(u) < THROAT.aside && v > -THROAT.above && v < THROAT.below)
        isUnderChin[cell] = 1
      const far = Math.hypot(u, v)
      const isClothed = v > CLOTHED
      if (far < away && isSkin(own, tone, isClothed)) [nearest, away] = [k, far]
    })
    if (nearest !== NONE) return nearest
    const isLike = likestOf(seen, cell, skins, ALIKE) >= 0
    return isMaybe ? (isLike ? LIKE_OR_SKIN : MAYBE) : isLike ? LIKE : NONE
  })
  const hairy = mostlyIn(isHair, cells, sizes)
  const isAsked = isUnderChin.map((is, cell) =>
    is === 1 && hairy[cell] === 0 && isUndecided(owners[cell]) ? 1 : 0,
  )
  const mostPx = skins.map(({ face }) => THROAT.most * face.widthPx ** 2)
  giveEnclosed(kernels, cells, owners, { isAsked, isHair: hairy, faceOf, sizes, mostPx })
  return owners
}

const isUndecided = (owner: number | undefined): boolean =>
  owner === MAYBE || owner === LIKE_OR_SKIN

/** 1 for each cell of which more than a half is marked. */
function mostlyIn(marked: Uint8Array, { of, total }: Cells, sizes: Uint32Array): Uint8Array {
  const counts = new Uint32Array(total)
  for (let at = 0; at < of.length; at++) {
    if (marked[at] === 1) counts[of[at] as number] = (counts[of[at] as number] as number) + 1
  }
  return Uint8Array.from(counts, (count, cell) => (2 * count > (sizes[cell] as number) ? 1 : 0))
}

function isSkin(own: OkLab, tone: OkLab, isClothed: boolean): boolean {
  const share = own[0] / tone[0]
  const strong = Math.hypot(own[1], own[2]) / share / strengthOf(tone)
  const isLit = share > LIT.least && share < LIT.most
  if (!isLit || strong < FAINT.lit || (isClothed && isFaintAs(tone, ...own))) return false
  const likeness = likenessInShade(own, tone)
  if (likeness <= ALIKE) return false
  const faded = likeness > FAINT.alike ? smoothstep(FAINT.from, FAINT.to, share) : 0
  return strong >= FAINT.share + (FAINT.lit - FAINT.share) * faded
}

/** About a neck what lies between skin may be darker and redder than elsewhere, face widths. */
const ABOUT_NECK = { aside: 0.6, above: 0.2, below: 0.9, darkest: 0.27, lightest: 1.25 }
/** Half axes of what is a face itself, face widths. */
const FACE = { across: 0.45, down: 0.65 }

/** Whether what has such a colour is skin where it lies between skin. */
function isBetween(own: OkLab, tone: OkLab, u: number, v: number): boolean {
  const share = own[0] / tone[0]
  const { aside, above, below, darkest } = ABOUT_NECK
  if (own[1] <= 0 || own[2] <= 0 || share > ABOUT_NECK.lightest) return false
  if (isInFace(u, v)) return false
  const isNeck = Math.abs(u) < aside && v > -above && v < below
  if (isNeck) return share > darkest && Math.hypot(own[1], own[2]) < 2 * strengthOf(tone)
  return share > LIT.least && likenessInShade(own, tone) > 0
}

/** Where a throat lies, face widths; no more of it, square ones, is lit in another colour than its face. */
const THROAT = { aside: 0.4, above: 0.15, below: 0.5, most: 0.3 }

const isInFace = (u: number, v: number): boolean =>
  Math.hypot(u / FACE.across, (v + FACE.down) / FACE.down) < 1

/** Every so many pixels of a row, and rows, tell where cells lie. */
const LOOKED = 2

/** Where the middle of each cell lies. */
function middlesOf({ of, total, widthPx, heightPx }: Cells) {
  const [xs, ys] = [new Float64Array(total), new Float64Array(total)]
  const counts = new Uint32Array(total)
  const addRow = (y: number) => {
    for (let x = 0; x < widthPx; x += LOOKED) {
      const cell = of[y * widthPx + x] as number
      xs[cell] = (xs[cell] as number) + x
      ys[cell] = (ys[cell] as number) + y
      counts[cell] = (counts[cell] as number) + 1
    }
  }
  for (let y = 0; y < heightPx; y += LOOKED) addRow(y)
  for (let cell = 0; cell < total; cell++) {
    const count = Math.max(1, counts[cell] as number)
    xs[cell] = (xs[cell] as number) / count
    ys[cell] = (ys[cell] as number) / count
  }
  return { xs, ys }
}
