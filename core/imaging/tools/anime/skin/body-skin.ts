import type { Kernels } from '../../../../kernels/kernels.ts'
import { inParts } from '../../../../pixels/in-parts.ts'
import type { OkLab } from '../../../../pixels/oklab.ts'
import { hypotenuse, smoothstep } from '../../../../pixels/pixels.ts'
import type { Cells, Means } from '../cells/cells.ts'
import type { OkLabPicture } from '../study.ts'
import type { BodySkin } from './flat-skin.ts'
import { necksOf } from './necks.ts'
import { likenessOf, likestOf, type SkinOfBody, shadeOf, strengthOf } from './skin-of-body.ts'
import { NONE } from './skin-owners.ts'

/**
 * What is like a face's skin takes a share of its colour, and is so much stronger than that at most. What is hardly like
 * it takes less: a part of a beige coat would be rosy.
 */
const LIKE = { strongest: 1.1, taken: 0.5, wholly: 0.3 }

/**
 * Necks, chests and hands are one skin with their face: they are brought to its tone, which the photo's own light
 * leaves by a share. What is much darker or lighter against the face, or of other strength of colour, is none; what is smaller, square
 * face widths, lies on it or between fingers.
 */
const ONE_SKIN = {
  like: { from: 0.3, to: 0.5 },
  strong: { from: 0.5, to: 0.7 },
  dark: { from: 0.36, to: 0.52 },
  light: { from: 1.25, to: 1.45 },
  least: { from: 0.03, to: 0.05 },
  shade: 0.6,
  lit: 0.4,
  taken: 0.85,
}

/** No colour whose parts add up to less than this share of the most is stronger, however numbers are rounded. */
const WELL_BELOW = 0.999

/** What a cell is painted in: the shade of a neck, and a share of a face's colour. */
const SHADED = 1
const BARE = 2
const FLAT = 4

/**
 * Brings the skin of necks, arms and hands to the face's: the shade under a chin is a tone of the face's
 * own colour and no hole, and no arm is more colourful than its face. Whole cells change, so none
 * gets a border.
 * @param picture as it was before it was painted
 * @param person where people are, 0..1
 * @param skins in pixels of the picture
 * @param body skin near faces that is cut by itself
 */
export function calmBodySkin(
  kernels: Kernels,
  paint: OkLabPicture,
  picture: OkLabPicture,
  cells: Cells,
  person: Float32Array,
  skins: readonly SkinOfBody[],
  body: BodySkin | null = null,
): void {
  if (skins.length === 0) return
  const { sizes, ...seen } = kernels.cellMeans(picture, cells)
  const necks = necksOf(cells, sizes, skins)
  const isAsked = cellsOf(person, cells)
  const painted = kernels.cellMeans(paint, cells).lightness
  const { parts: ofBody, tones: bodyTones } = bodyOf(cells, sizes, body)
  // Plain numbers for each cell: a colour of its own for each pixel would be slow in a first preview.
  const shades = new Float64Array(3 * cells.total)
  const tones = new Float64Array(6 * cells.total)
  const flats = new Float64Array(3 * cells.total)
  const kinds = new Uint8Array(cells.total)
  for (let cell = 0; cell < cells.total; cell++) {
    if (isAsked[cell] === 0 || necks[cell]?.isBearded === true) continue
    const shade = shadeOf(seen, cell, necks[cell])
    const like = skins[likestOf(seen, cell, skins)]
    const tone = like?.tone
    if (shade) shades.set(shade, 3 * cell)
    if (tone) {
      const size = (sizes[cell] as number) / (like?.face.widthPx ?? 1) ** 2
      const isLarge = smoothstep(ONE_SKIN.least.from, ONE_SKIN.least.to, size)
      const share = isLarge * (ofBody[cell] as number) * oneSkinShare(seen, cell, tone)
      const own = Math.max(0.02, painted[cell] as number)
      const light = shade ? 1 : 1 + (oneSkinLight(seen, cell, tone) / own - 1) * share
      const bare = LIKE.taken * smoothstep(0, LIKE.wholly, likenessOf(colourOf(seen, cell), tone))
      const taken = bare + (ONE_SKIN.taken - bare) * share
      tones.set([...tone, hypotenuse(tone[1], tone[2]), light, taken], 6 * cell)
    }
    kinds[cell] = (shade ? SHADED : 0) | (tone ? BARE : 0)
    const paintedAs = body?.paints[bodyTones[cell] as number]
    if (paintedAs === undefined) continue
    flats.set(paintedAs, 3 * cell)
    kinds[cell] = FLAT
  }
  const { lightness, a, b } = paint
  const cellAt = cells.of
  inParts(person.length, (first, until) => {
    for (let at = first; at < until; at++) {
      if ((person[at] as number) < 0.5) continue
      const cell = cellAt[at] as number
      const kind = kinds[cell] as number
      if (kind & SHADED) {
        lightness[at] = shades[3 * cell] as number
        a[at] = shades[3 * cell + 1] as number
        b[at] = shades[3 * cell + 2] as number
      }
      if (kind === FLAT) {
        lightness[at] = flats[3 * cell] as number
        a[at] = flats[3 * cell + 1] as number
        b[at] = flats[3 * cell + 2] as number
        continue
      }
      if ((kind & BARE) === 0) continue
      const from = 6 * cell
      lightness[at] = (lightness[at] as number) * (tones[from + 4] as number)
      const taken = tones[from + 5] as number
      const strong = Math.sqrt((lightness[at] as number) / (tones[from] as number))
      const ownRed = a[at] as number
      const ownYellow = b[at] as number
      const red = ownRed + ((tones[from + 1] as number) * strong - ownRed) * taken
      const yellow = ownYellow + ((tones[from + 2] as number) * strong - ownYellow) * taken
      const most = (tones[from + 3] as number) * strong * LIKE.strongest
      a[at] = red
      b[at] = yellow
      // What is far below the most needs no length, which takes longer than all else.
      if (Math.abs(red) + Math.abs(yellow) < WELL_BELOW * most) continue
      const by = Math.min(1, most / Math.max(1e-6, hypotenuse(red, yellow)))
      a[at] = red * by
      b[at] = yellow * by
    }
  })
}

/** How much of each cell is like skin, and in which tone it is painted as skin; -1 for none (a majority: Boyer and Moore 1991). */
function bodyOf({ of, total }: Cells, sizes: Uint32Array, body: BodySkin | null) {
  const parts = new Float64Array(total)
  const tones = new Int16Array(total).fill(-1)
  if (body === null) return { parts, tones }
  const votes = new Int32Array(total)
  const toned = new Uint32Array(total)
  const { toneAt } = body
  inParts(of.length, (from, until) => {
    for (let at = from; at < until; at++) {
      const tone = toneAt[at] as number
      if (tone === NONE) continue
      const cell = of[at] as number
      parts[cell] = (parts[cell] as number) + 1
      if (tone < 0) continue
      toned[cell] = (toned[cell] as number) + 1
      if (votes[cell] === 0) tones[cell] = tone
      votes[cell] = (votes[cell] as number) + (tones[cell] === tone ? 1 : -1)
    }
  })
  for (let cell = 0; cell < total; cell++) {
    const size = Math.max(1, sizes[cell] as number)
    parts[cell] = (parts[cell] as number) / size
    if ((toned[cell] as number) < size / 2) tones[cell] = -1
  }
  return { parts, tones }
}

/** How much a cell is skin that is one with a face's, 0..1. */
function oneSkinShare(seen: Means, cell: number, tone: OkLab): number {
  const colour = colourOf(seen, cell)
  const [light] = colour
  const share = light / tone[0]
  const strong =
    (hypotenuse(colour[1], colour[2]) * tone[0]) / Math.max(1e-6, strengthOf(tone) * light)
  const { like, strong: strength, dark, light: lit } = ONE_SKIN
  return (
    smoothstep(like.from, like.to, likenessOf(colour, tone)) *
    smoothstep(strength.from, strength.to, strong) *
    smoothstep(dark.from, dark.to, share) *
    (1 - smoothstep(lit.from, lit.to, share))
  )
}

const colourOf = (seen: Means, cell: number): OkLab => [
  Math.max(0.02, seen.lightness[cell] as number),
  seen.a[cell] as number,
  seen.b[cell] as number,
]

/** How light such a cell is painted. */
function oneSkinLight(seen: Means, cell: number, tone: OkLab): number {
  const share = (seen.lightness[cell] as number) / tone[0]
  return tone[0] * (share < 1 ? share ** ONE_SKIN.shade : 1 + (share - 1) * ONE_SKIN.lit)
}

/** 1 for each cell that holds a pixel of a person. */
function cellsOf(person: Float32Array, { of, total }: Cells): Uint8Array {
  const isAny = new Uint8Array(total)
  for (let at = 0; at < of.length; at++) {
    if ((person[at] as number) >= 0.5) isAny[of[at] as number] = 1
  }
  return isAny
}
