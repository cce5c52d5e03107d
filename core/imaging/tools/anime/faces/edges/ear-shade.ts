import type { Kernels } from '../../../../../kernels/kernels.ts'
import type { FoundFace } from '../../../../face-points/find-faces.ts'
import type { Cel } from '../../cel.ts'
import { sizesOf } from '../../cells/cells.ts'
import { boxOf } from '../../hair/hair-rim.ts'
import { chinFrameOf } from '../../skin/chin-frame.ts'
import { shadeOn } from '../../skin/chin-shade.ts'
import { darkestShade } from '../../skin/skin-of-body.ts'
import type { OkLabPicture } from '../../study.ts'
import type { DrawnFace } from '../draw-faces.ts'
import { KIND, type Pieces } from './loose-pieces.ts'

/** An ear lies so far above its chin, face widths, and is so large, square ones. */
const EAR = { from: -1.15, to: -0.33, least: 0.012, most: 0.2 } as const
/** Its hollow is darker than the ear's mean by so much, OKLab, where light is smoothed so far, face widths; and no smaller, square ones. */
const HOLLOW = { darker: 0.045, soft: 0.02, least: 0.0025 } as const
/** So much of what lies about a place is the ear's: at its outline what lies behind it is seen. */
const INNER = 0.72
/** Its shade lies so far below the skin at most, OKLab. */
const DEEPEST = 0.12

interface ToldPieces {
  readonly pieces: Pieces
  /** What each of them is. */
  readonly kinds: Uint8Array
  /** In pixels of the cel. */
  readonly face: FoundFace
  /** The photo's colours. */
  readonly fine: OkLabPicture
}

/** Paints the hollow of either ear in one shade, as the photo's light has it. */
export function shadeEars(
  kernels: Kernels,
  cel: Cel,
  { base, skin }: DrawnFace,
  told: ToldPieces,
): void {
  const shade = shadeOn(base, darkestShade({ tone: base, pale: skin.pale }, DEEPEST))
  const cell = cel.newCells(1)
  for (const places of earsOf(told)) {
    for (const at of hollowOf(kernels, cel, told, places)) {
      cel.set(at, cell, shade[0], shade[1], shade[2])
      cel.bare[at] = 1
    }
  }
}

/** Places of skin on either side of a face, as high as its ears, in the box of the pieces. */
function earsOf({ pieces: { box, of }, kinds, face }: ToldPieces): readonly number[][] {
  const { uAt, vAt } = chinFrameOf(face)
  const [right, left]: [number[], number[]] = [[], []]
  const alongRow = (row: number) => {
    const y = box.y + row + 0.5
    const [start, end] = [vAt(box.x, y), vAt(box.x + box.width, y)]
    if (Math.max(start, end) < EAR.from || Math.min(start, end) > EAR.to) return
    for (let x = 0, own = row * box.width; x < box.width; x++, own++) {
      if (kinds[of[own] as number] !== KIND.skin) continue
      const v = vAt(box.x + x + 0.5, y)
      if (v < EAR.from || v > EAR.to) continue
      if (uAt(box.x + x + 0.5, y) < 0) right.push(own)
      else left.push(own)
    }
  }
  for (let row = 0; row < box.height; row++) alongRow(row)
  return [right, left]
}

/** Places of the cel in the hollow of an ear. */
function hollowOf(
  kernels: Kernels,
  cel: Cel,
  { pieces: { box }, face, fine }: ToldPieces,
  places: readonly number[],
): number[] {
  const square = face.widthPx ** 2
  if (places.length < EAR.least * square || places.length > EAR.most * square) return []
  const ear = boxOf(places, { widthPx: box.width, heightPx: box.height }, 0)
  const size = { widthPx: ear.width, heightPx: ear.height }
  const share = new Float32Array(ear.width * ear.height)
  const light = new Float32Array(share.length)
  const atOf = (own: number) =>
    (box.y + Math.floor(own / box.width)) * cel.widthPx + box.x + (own % box.width)
  const inEar = (own: number) =>
    (Math.floor(own / box.width) - ear.y) * ear.width + (own % box.width) - ear.x
  for (const own of places) {
    share[inEar(own)] = 1
    light[inEar(own)] = fine.lightness[atOf(own)] as number
  }
  const sigma = Math.max(1, HOLLOW.soft * face.widthPx)
  const about = kernels.gaussian({ ...size, values: share }, sigma).values
  const lit = kernels.gaussian({ ...size, values: light }, sigma).values
  let [sum, count] = [0, 0]
  for (const own of places) {
    const k = inEar(own)
    if ((about[k] as number) < INNER) continue
    sum += (lit[k] as number) / (about[k] as number)
    count++
  }
  const step = sum / Math.max(1, count) - HOLLOW.darker
  const hollow = new Uint32Array(share.length)
  for (const own of places) {
    const k = inEar(own)
    const isInner = (about[k] as number) >= INNER
    if (isInner && (lit[k] as number) / (about[k] as number) < step) hollow[k] = 1
  }
  const patches = kernels.connectCells({ ...size, of: hollow, total: 2 })
  const sizes = sizesOf(patches)
  return places
    .filter((own) => {
      const k = inEar(own)
      return hollow[k] === 1 && (sizes[patches.of[k] as number] as number) > HOLLOW.least * square
    })
    .map(atOf)
}
