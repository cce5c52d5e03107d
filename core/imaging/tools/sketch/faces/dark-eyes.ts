import { type Box, smoothstep } from '../../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import { boxAbout, maskOf } from '../../../face-points/face-outlines.ts'
import { type Point, pointsOf } from '../../../face-points/face-points.ts'
import type { FoundFace } from '../../../face-points/find-faces.ts'
import { ellipse, smoothed, strokeOutline } from '../../../face-points/shapes.ts'

/** An eye that is open by less, against its width, shows no white, and by less than the second no light. */
const OPEN = { from: 0.17, wholly: 0.23 }
const WIDE = { from: 0.22, wholly: 0.28 }
/** The upper lid keeps its line, so wide at its middle, in face widths. */
const LID = 0.016
/** How dark the white of an eye is on paper from which it is lost, and its iris, which a pale one is not. */
const LOST = { from: 0.45, wholly: 0.7 }
const DARK = { from: 0.6, wholly: 0.85 }
/** A light in the iris: its place from the middle and its radius, in radii of the iris. */
const LIGHT = { across: -0.32, down: -0.37, radius: 0.3 }
/**
 * Shade of what a hand fills in, how much darker than its white an iris is that is seen in greys, and how much is
 * taken from the white.
 */
const PEN = { from: 0.45, wholly: 0.72, seenFrom: 1, seen: 2, cleared: 0.85 }
const PENCIL = { from: 0.3, wholly: 0.9, seenFrom: 0.12, seen: 0.35, cleared: 0.65 }

interface Drawn {
  readonly lines: FloatPlane
  readonly shading: FloatPlane
}

/**
 * Gives eyes in the shade of brows or paint their white and a light: filled in one with it they are
 * holes. An eye whose white is seen stays as it is.
 * @param faces in pixels of what is drawn, without those behind dark glass
 * @param isPen fills in what a pencil leaves grey
 */
export function openDarkEyes(drawn: Drawn, faces: readonly FoundFace[], isPen: boolean): void {
  const hand = isPen ? PEN : PENCIL
  for (const face of faces)
    for (const side of ['right', 'left'] as const) openEye(drawn, face, side, hand)
}

function openEye(
  drawn: Drawn,
  { points, down, across, widthPx }: FoundFace,
  side: 'right' | 'left',
  hand: typeof PEN,
): void {
  const lids = [
    ...pointsOf(points, `${side}UpperLid`),
    ...pointsOf(points, `${side}LowerLid`).toReversed(),
  ]
  const opened = extent(lids, down) / Math.max(1, extent(lids, across))
  const open = smoothstep(OPEN.from, OPEN.wholly, opened)
  const box = boxAbout(lids, 1, drawn.shading)
  if (open === 0 || box.width < 1 || box.height < 1) return
  const { centre, radiusPx } = points[`${side}Iris`]
  const covered = (outline: readonly Point[]) =>
    maskOf([outline], box.width, box.height, ({ x, y }) => ({ x: x - box.x, y: y - box.y })).values
  const [inside, iris] = [covered(lids), covered(ellipse(centre, radiusPx, radiusPx, 0))]
  const lid = covered(lidOf(pointsOf(points, `${side}UpperLid`), widthPx))
  const white = inside.map((share, i) => share * (1 - (iris[i] as number)))
  const [pale, dark] = [darknessIn(drawn, box, white, hand), darknessIn(drawn, box, iris, hand)]
  const isLost = smoothstep(LOST.from, LOST.wholly, pale) * smoothstep(DARK.from, DARK.wholly, dark)
  const share = open * isLost * (1 - smoothstep(hand.seenFrom, hand.seen, dark - pale))
  if (share === 0) return
  const at = (u: number, v: number) => ({
    x: centre.x + (across.x * u + down.x * v) * radiusPx,
    y: centre.y + (across.y * u + down.y * v) * radiusPx,
  })
  const lightPx = LIGHT.radius * radiusPx
  const light = covered(ellipse(at(LIGHT.across, LIGHT.down), lightPx, lightPx, 0))
  const wide = smoothstep(WIDE.from, WIDE.wholly, opened)
  const cleared = (i: number) =>
    (1 - (lid[i] as number)) *
    Math.max(hand.cleared * (white[i] as number), wide * (light[i] as number))
  clear(drawn, box, (i) => share * cleared(i))
}

/** The outline of the line of a lid. */
const lidOf = (lid: readonly Point[], facePx: number): Point[] =>
  strokeOutline(smoothed(lid), (share) =>
    Math.max(1.5, LID * facePx * (0.4 + 0.6 * Math.sin(Math.PI * share))),
  )

/** How far points lie apart along a direction. */
function extent(points: readonly Point[], along: Point): number {
  const places = points.map(({ x, y }) => x * along.x + y * along.y)
  return Math.max(...places) - Math.min(...places)
}

/** How dark the hand makes a part of a box, 0..1. */
function darknessIn(
  { lines, shading }: Drawn,
  box: Box,
  mask: Float32Array,
  { from, wholly }: typeof PEN,
): number {
  let [sum, dark] = [1e-6, 0]
  mask.forEach((share, i) => {
    if (share === 0) return
    const at = placeIn(shading, box, i)
    const filled = smoothstep(from, wholly, shading.values[at] as number)
    sum += share
    dark += share * Math.max(filled, 1 - (lines.values[at] as number))
  })
  return dark / sum
}

function clear({ lines, shading }: Drawn, box: Box, shareAt: (i: number) => number): void {
  for (let i = 0; i < box.width * box.height; i++) {
    const share = shareAt(i)
    if (share === 0) continue
    const at = placeIn(shading, box, i)
    shading.values[at] = (shading.values[at] as number) * (1 - share)
    const line = lines.values[at] as number
    lines.values[at] = line + (1 - line) * share
  }
}

const placeIn = ({ widthPx }: FloatPlane, box: Box, i: number): number =>
  (box.y + Math.floor(i / box.width)) * widthPx + box.x + (i % box.width)
