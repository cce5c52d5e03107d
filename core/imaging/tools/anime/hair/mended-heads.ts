import { cropRaster, smoothstep } from '../../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import { scaledFace } from '../../../face-points/find-faces.ts'
import { eachIndex, type Head, headOf } from '../../../face-points/head.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import type { PhotoStudy } from '../photo-study.ts'
import { unitPxOf } from '../study.ts'
import type { HairChances } from './find-hairs.ts'
import { beyondMask } from './outline/beyond-mask.ts'
import { falseBumps } from './outline/false-bumps.ts'
import { type HeadWindow, windowAbout } from './outline/head-window.ts'
import { sharpEdges } from './outline/sharp-edges.ts'
import type { Piece } from './outline/window-shapes.ts'

/** Heads that are smaller are left as they are, thousandths. */
const LEAST = 48
/** How far borders of what is added or taken are moved onto the picture's, head widths, and how little light must change there. */
const BORDER = { reach: 0.04, least: 1e-4 } as const
/** What lies so high on top of a head that wears nothing is its hair, head widths from the middle of its face; and so surely. */
const HAIR = { lowest: -0.75, chance: 0.95, worn: 0.5 } as const
/** Hair is neither green, blue nor pink: hue, radians, where it has so much colour, OKLab. */
const HUE = { from: 0.2, to: 1.85, grey: 0.03 } as const

type MendedStudy = Pick<PhotoStudy, 'picture' | 'person' | 'large' | 'fine'>

/** What is known of a picture, with heads whose outline was mended. */
export interface Mended<Study> {
  readonly study: Study
  readonly chances: HairChances
}

/**
 * Mends the mask of people about heads: before a plain backdrop what touches a head is its own, a bun that the mask
 * lacks; and what stands on top of it without an edge in the photo is not, a light or a tree behind it.
 */
export function withMendedHeads<Study extends MendedStudy>(
  { kernels }: Pick<ToolEnvironment, 'kernels'>,
  study: Study,
  chances: HairChances,
): Mended<Study> {
  const { picture, person, large, fine } = study
  if (person === null) return { study, chances }
  const scale = picture.widthPx / large.widthPx
  let people: FloatPlane | null = null
  let known = chances
  for (const [face, asked] of chances) {
    if (!asked.isMasked) continue
    const head = headOf(scaledFace(face, scale), picture)
    if (head.widthPx < LEAST * unitPxOf(picture)) continue
    const window = windowAbout(head, fine, people ?? person)
    const edgeAt = sharpEdges(window)
    const taken = falseBumps(kernels, window, edgeAt)
    for (const { places } of taken) for (const at of places) window.isPerson[at] = 0
    const added = beyondMask(kernels, window, edgeAt)
    if (taken.length + added.length === 0) continue
    people ??= { ...person, values: person.values.slice() }
    const { values } = people
    eachShare(kernels, picture, window, taken, (at, share) => {
      values[at] = Math.min(values[at] as number, 1 - share)
    })
    eachShare(kernels, picture, window, added, (at, share) => {
      values[at] = Math.max(values[at] as number, share)
    })
    const onTop = added.filter((piece) => isHair(window, piece) && !isWorn(asked.worn))
    if (onTop.length === 0) continue
    const bun = inBoxOf(head, picture, (visit) => eachShare(kernels, picture, window, onTop, visit))
    const { values: own } = asked.chance
    const chance = own.map((share, k) => Math.max(share, HAIR.chance * (bun.values[k] as number)))
    const seen = { ...asked, chance: { ...asked.chance, values: chance } }
    known = new Map([...known, [face, seen]])
  }
  return { study: people === null ? study : { ...study, person: people }, chances: known }
}

/** Shares of pixels of a picture as a plane of the box of a head. */
function inBoxOf(
  { box }: Head,
  { widthPx }: Pick<FloatPlane, 'widthPx'>,
  each: (visit: (at: number, share: number) => void) => void,
): FloatPlane {
  const values = new Float32Array(box.width * box.height)
  each((at, share) => {
    const [x, y] = [(at % widthPx) - box.x, Math.floor(at / widthPx) - box.y]
    if (x < 0 || y < 0 || x >= box.width || y >= box.height) return
    values[y * box.width + x] = share
  })
  return { widthPx: box.width, heightPx: box.height, values }
}

/** Calls `visit` with each pixel of the picture that pieces of a window cover, and how much of it. */
function eachShare(
  kernels: ToolEnvironment['kernels'],
  picture: PhotoStudy['picture'],
  { widthPx, heightPx, head }: HeadWindow,
  pieces: readonly Piece[],
  visit: (at: number, share: number) => void,
): void {
  if (pieces.length === 0) return
  const values = new Float32Array(widthPx * heightPx)
  for (const { places } of pieces) for (const at of places) values[at] = 1
  const soft = kernels.gaussian({ widthPx, heightPx, values }, 0.7)
  const { width, height } = head.box
  const rough = kernels.resizePlane(soft, width, height)
  const guide = kernels.luma(cropRaster(picture, head.box))
  const radius = Math.max(2, Math.round(BORDER.reach * head.widthPx))
  const shares = kernels.guidedFilter(guide, rough, radius, BORDER.least).values
  eachIndex(head, picture.widthPx, (at, own) => {
    const share = smoothstep(0.35, 0.65, shares[own] as number)
    if (share > 0) visit(at, share)
  })
}

const isWorn = ({ values }: FloatPlane): boolean => values.some((chance) => chance > HAIR.worn)

function isHair({ v, planes }: HeadWindow, { places }: Piece): boolean {
  const meanOf = (plane: Float32Array | undefined) =>
    places.reduce((sum, at) => sum + (plane?.[at] ?? 0), 0) / Math.max(1, places.length)
  if (meanOf(v) > HAIR.lowest) return false
  const [red, yellow] = [meanOf(planes[1]), meanOf(planes[2])]
  const hue = Math.atan2(yellow, red)
  return Math.hypot(red, yellow) < HUE.grey || (hue > HUE.from && hue < HUE.to)
}
