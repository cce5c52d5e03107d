import { type OkLab, toOkLab } from '../../../../../pixels/oklab.ts'
import { smoothstep } from '../../../../../pixels/pixels.ts'
import { median } from '../../../../../pixels/ranked.ts'
import type { Raster } from '../../../../../pixels/raster.ts'
import { away, browLine, type Side } from '../../../../face-points/face-lines.ts'
import type { Point } from '../../../../face-points/face-points.ts'
import type { FoundFace } from '../../../../face-points/find-faces.ts'
import { between, coloursWithin, meanOf, rgbOf, toned } from '../../../../face-points/samples.ts'
import { type Shape, strokeOutline } from '../../../../face-points/shapes.ts'
import type { FacePen } from '../face-pen.ts'

/** How thick a brow is drawn against how far its points lie apart. */
const THICK = 0.62
/**
 * How thick a brow is in the photo: it is looked at across its line between these shares of its length, so far
 * to either side, in the distances of its points; where it is as dark as halfway from skin to itself, it is brow.
 * It is drawn so many times as thick as usual at least and at most.
 */
const OWN = { from: 0.3, to: 0.8, reach: 1.3, darker: 0.05, places: 9, least: 1, most: 1.7 }
/** Brows of a face that is far off are so much wider and darker, and so much less a hint where they can hardly be seen. */
const BOLDER = { wide: 0.15, dark: 0.12, sure: 0.5 }
/** Smaller faces show no thickness of their brows, px. */
const SHOWN = { from: 70, to: 130 }

/** Both brows in one colour and as thick as the photo has them. @param darkest tone of the skin */
export function browShapes(
  picture: Raster,
  face: FoundFace,
  drawn: readonly Side[],
  skin: OkLab,
  pen: FacePen,
  darkest: OkLab,
): Shape[] {
  const { far = 0 } = pen
  const { colour, faint } = browColours(picture, face, drawn, { skin, darkest, far })
  const thicker = thickerOf(picture, face, drawn)
  return drawn.map((side): Shape => {
    const { top, bottom, line } = browLine(face, side)
    const bolder = 1 + BOLDER.wide * far
    const thick = apartOf(top, bottom) * THICK * (0.75 + 0.25 * pen.width) * thicker * bolder
    const outline = strokeOutline(
      line,
      (share) =>
        thick *
        (1 - faint * 0.4) *
        smoothstep(-0.05, 0.36, share) *
        (1 - 0.55 * smoothstep(0.8, 1, share)),
    )
    return { outline, colour, opacity: 1 }
  })
}

const apartOf = (top: readonly Point[], bottom: readonly Point[]) =>
  Math.max(...top.map((p, i) => away(p, bottom[i])))

/** What brows are drawn on, and how far off. */
interface BrowSkin {
  readonly skin: OkLab
  readonly darkest: OkLab
  readonly far: number
}

/** One colour for both brows: one of them is often in the shade. */
function browColours(
  picture: Raster,
  face: FoundFace,
  drawn: readonly Side[],
  { skin, darkest, far }: BrowSkin,
) {
  const found = drawn.flatMap((side) => {
    const { top, bottom } = browLine(face, side)
    const seen = coloursWithin(picture, [...top, ...bottom.toReversed()])
    return seen.length === 0 ? [] : [meanOf(seen, 0.08, 0.45)]
  })
  const own = found.length === 0 ? toned(skin, 0.6) : meanOf(found)
  // A brow that can hardly be seen is a hint of one.
  const faint = (1 - smoothstep(0.02, 0.09, skin[0] - own[0])) * (1 - BOLDER.sure * far)
  const most = Math.min(skin[0] * 0.72, darkest[0] * 0.82) * (1 - BOLDER.dark * far)
  const dark: OkLab = [Math.min(own[0], most), own[1], own[2]]
  return { colour: rgbOf(between(dark, toned(skin, 0.76, 1.05), faint)), faint }
}

/** How many times as thick as usual brows are drawn: as in the photo, the same for both. */
function thickerOf(picture: Raster, face: FoundFace, drawn: readonly Side[]): number {
  const shown = smoothstep(SHOWN.from, SHOWN.to, face.widthPx)
  const found = drawn.flatMap((side) => {
    const { top, bottom, line } = browLine(face, side)
    const reachPx = OWN.reach * apartOf(top, bottom)
    const widths = widthsOf(picture, line, reachPx)
    return widths.length < OWN.places / 2 ? [] : [median(widths) / (THICK * apartOf(top, bottom))]
  })
  if (shown === 0 || found.length === 0) return 1
  const own = Math.min(...found)
  return 1 + shown * (Math.min(OWN.most, Math.max(OWN.least, own)) - 1)
}

/** How far a brow is dark across its line, px, at those places where it is darker than what is about it. */
function widthsOf(picture: Raster, line: readonly Point[], reachPx: number): number[] {
  const widths: number[] = []
  for (let k = 0; k < OWN.places; k++) {
    const share = OWN.from + ((OWN.to - OWN.from) * k) / (OWN.places - 1)
    const at = Math.round(share * (line.length - 1))
    const [p, before, after] = [line[at], line[at - 1], line[at + 1]]
    if (p === undefined || before === undefined || after === undefined) continue
    const length = Math.max(1e-6, away(before, after))
    const [nx, ny] = [-(after.y - before.y) / length, (after.x - before.x) / length]
    const step = Math.max(0.5, reachPx / 16)
    const count = Math.floor(reachPx / step)
    const lights = Array.from({ length: 2 * count + 1 }, (_, i) =>
      lightAt(picture, p.x + nx * (i - count) * step, p.y + ny * (i - count) * step),
    )
    const width = darkRun(lights)
    if (width !== null) widths.push(width * step)
  }
  return widths
}

/** How many lights about the middle are nearer to the darkest there than to what is on its lighter side. */
function darkRun(lights: readonly number[]): number | null {
  const middle = lights.length >> 1
  const near = lights.slice(Math.floor(middle * 0.6), Math.ceil(middle * 1.4) + 1)
  const dark = Math.min(...near)
  const [one, other] = [Math.max(...lights.slice(0, middle)), Math.max(...lights.slice(middle))]
  // Below the brow a socket may be in the shade, above it hair may hang: the darker side says where it ends.
  const skin = Math.min(one, other)
  if (skin - dark < OWN.darker) return null
  const edge = (skin + dark) / 2
  const darkest = Math.floor(middle * 0.6) + near.indexOf(dark)
  let [from, to] = [darkest, darkest]
  while (from > 0 && (lights[from - 1] as number) < edge) from--
  while (to < lights.length - 1 && (lights[to + 1] as number) < edge) to++
  return from === 0 || to === lights.length - 1 ? null : to - from + 1
}

function lightAt({ widthPx, heightPx, rgba }: Raster, x: number, y: number): number {
  const px = Math.min(widthPx - 1, Math.max(0, Math.floor(x)))
  const py = Math.min(heightPx - 1, Math.max(0, Math.floor(y)))
  const at = (py * widthPx + px) * 4
  const colour: OkLab = [0, 0, 0]
  toOkLab(rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0, colour)
  return colour[0]
}
