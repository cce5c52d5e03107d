import type { Kernels } from '../../../../../kernels/kernels.ts'
import { smoothstep } from '../../../../../pixels/pixels.ts'
import type { Raster } from '../../../../../pixels/raster.ts'
import { away, evenly, meanPoint, midpoint } from '../../../../face-points/face-lines.ts'
import { type Point, pointsOf } from '../../../../face-points/face-points.ts'
import type { FoundFace } from '../../../../face-points/find-faces.ts'
import { besideOf } from '../../../../face-points/followed-line.ts'
import { smoothed, strokeOutline } from '../../../../face-points/shapes.ts'
import { lightOf, mean, sizeOf, type ValueAt } from './face-light.ts'
import { type Drawn, ink, type Pen, partOf, placeAt, swelling, widthOf } from './pen-strokes.ts'

/** The base of a nose as its points and the photo have it. */
export interface SeenNose {
  /** The middle of each nostril from its outer end to its inner one, how high it is there, px, and how dark, 0..1. */
  readonly nostrils: readonly {
    readonly line: readonly Point[]
    readonly heights: readonly number[]
    readonly dark: number
  }[]
  /** The fold about each wing, and how deep it is, 0..1. */
  readonly wings: readonly { readonly line: readonly Point[]; readonly deep: number }[]
  /** What parts the nostrils, where it meets the lip, and how dark it is. */
  readonly columella: { readonly line: readonly Point[]; readonly deep: number }
}

const PLACES = 13
/** How much darker than the nose a nostril is: hardly, and wholly. */
const DARK = { from: 0.06, wholly: 0.4 }
const FOLD = { from: 0.015, wholly: 0.12, beside: 0.03 }
const NOSTRIL = { least: 0.012, most: 0.036, thin: 1.2 }
/** How small a face is that has no room for wings, thousandths of the picture. */
const ROOM = { none: 80, wholly: 130 }
/** From here on the photo's own edges tell them. */
const LARGE = { from: 150, wholly: 210 }
const TIP = { width: 0.007, least: 0.75, most: 1.8, nostril: 0.6 }
const WING = { width: 0.009, least: 1, most: 2.4 }

/** Looks at the base of a nose. */
export function seenNose(kernels: Kernels, picture: Raster, face: FoundFace): SeenNose {
  const of = (group: Parameters<typeof pointsOf>[1]) =>
    evenly(smoothed(pointsOf(face.points, group)), PLACES)
  const size = sizeOf(face)
  const base = pointsOf(face.points, 'noseBase')
  const ridge = pointsOf(face.points, 'noseRidge')
  const { lightAt } = lightOf(kernels, picture, face, [...base, ...ridge.slice(-2)], 0.006)
  const tip = ridge.at(-1) ?? meanPoint(base)
  const around = [tip, ...base].map(lightAt).toSorted((a, b) => a - b)
  const skin = Math.max(0.1, around[Math.floor(around.length * 0.7)] ?? 0.5)
  const nostrils = (['right', 'left'] as const).map((side) => {
    const [top, bottom] = [of(`${side}NostrilTop`), of(`${side}NostrilBottom`)]
    const line = top.map((p, i) => midpoint(p, bottom[i] ?? p))
    const lights = line.slice(3, -2).map(lightAt)
    const light = Math.min(...lights) * 0.5 + mean(lights) * 0.5
    return {
      line,
      heights: top.map((p, i) => away(p, bottom[i])),
      dark: smoothstep(DARK.from, DARK.wholly, 1 - light / skin),
    }
  })
  const deepOf = foldBy(lightAt, size)
  const columella = of('columella')
  return {
    nostrils,
    wings: (['rightWing', 'leftWing'] as const).map((group) => {
      const line = of(group)
      return { line, deep: deepOf(line) }
    }),
    columella: { line: columella, deep: deepOf(columella) },
  }
}

/** How deep the fold along a line is: one side of it is lighter. */
const foldBy = (lightAt: ValueAt, size: number) => (line: readonly Point[]) => {
  const by = FOLD.beside * size
  const found = line.slice(2, -2).map((p, i) => {
    const beside = besideOf(line, i + 2)
    const own = lightAt(p)
    const one = lightAt({ x: p.x + beside.x * by, y: p.y + beside.y * by })
    const other = lightAt({ x: p.x - beside.x * by, y: p.y - beside.y * by })
    return (Math.max(one, other) - own) / Math.max(0.2, one, other)
  })
  return smoothstep(FOLD.from, FOLD.wholly, mean(found))
}

/** How small a face is whose nose is drawn anew, 0..1: a large one has its form. */
export const smallnessOfNose = ({ sizePx, unitPx }: Pen): number =>
  1 - smoothstep(LARGE.from, LARGE.wholly, sizePx / unitPx)

/** Draws the base of a nose: two commas for nostrils, a hint of the wings and of what parts them. */
export function drawNose(drawn: Drawn, { nostrils, wings, columella }: SeenNose, pen: Pen): void {
  const { sizePx, unitPx } = pen
  const within = (px: number, least: number, most: number) => Math.min(most, Math.max(least, px))
  for (const { line, heights, dark } of nostrils) {
    const thin = Math.min(NOSTRIL.thin * unitPx, NOSTRIL.most * sizePx)
    const outline = strokeOutline(line, (share) => {
      const height = heights[Math.round(share * (heights.length - 1))] ?? 0
      const full = within(height * 1.15, NOSTRIL.least * sizePx, NOSTRIL.most * sizePx)
      const comma = Math.sin(Math.PI * (0.06 + 0.9 * share)) ** 0.8
      return Math.max(thin, full * (0.35 + 0.65 * dark)) * comma
    })
    ink(drawn, [outline])
  }
  drawTip(drawn, { nostrils, columella }, pen)
  const px = widthOf(pen, WING)
  const roomy = smoothstep(ROOM.none, ROOM.wholly, sizePx / unitPx) * smallnessOfNose(pen)
  for (const { line, deep } of wings) {
    const weight = roomy * deep
    if (weight > 0.15) ink(drawn, [swelling(partOf(line, 0.3, 1), px * (0.4 + 0.6 * weight), 0.15)])
  }
}

/** The underside of the tip: one soft line from nostril to nostril, through what parts them. */
function drawTip(
  drawn: Drawn,
  { nostrils: [right, left], columella }: Pick<SeenNose, 'nostrils' | 'columella'>,
  pen: Pen,
): void {
  if (right === undefined || left === undefined) return
  const [from, to] = [placeAt(right.line, TIP.nostril), placeAt(left.line, TIP.nostril)]
  const line = smoothed([from, ...partOf(columella.line, 0.25, 0.75), to])
  const px = widthOf(pen, TIP) * smallnessOfNose(pen)
  if (px > 0.3) ink(drawn, [swelling(line, px, 0.55)])
}
