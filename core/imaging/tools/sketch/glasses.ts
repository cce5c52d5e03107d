import type { Kernels } from '../../../kernels/kernels.ts'
import type { OkLab } from '../../../pixels/oklab.ts'
import { type Box, smoothstep } from '../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../pixels/raster.ts'
import { darkGlassOf } from '../../face-points/dark-glass.ts'
import { boxAbout, maskOf } from '../../face-points/face-outlines.ts'
import type { Point } from '../../face-points/face-points.ts'
import type { FoundFace } from '../../face-points/find-faces.ts'
import { glassesOf, WORN } from '../../face-points/glasses.ts'
import type { ToolEnvironment } from '../../tool.ts'

/** Glasses as a hand draws them, in pixels of the picture they were found in. */
export interface WornGlasses {
  /** Closed lines about both eyes: from the outer side over the lower to the inner and back above. */
  readonly rims: readonly (readonly Point[])[]
  readonly isDark: boolean
  /** Dark lines of the frame that are never left out. */
  readonly frame: readonly (readonly Point[])[]
  readonly widthPx: number
}

/** From here on glasses may be dark ones; clear ones are drawn from {@link WORN} on. In a profile they cannot be fitted. */
const PERHAPS = 0.5
const FRONTAL_MIN = 0.05

/**
 * The glasses that the network of `face/points` sees a face wear; null where it is not sure of them, or where
 * clear ones have no rims that can be seen.
 * @param skin mean colour of the face's; null where too little of it shows to tell dark glass by
 */
export function wornGlassesOf(
  kernels: Kernels,
  picture: Raster,
  face: FoundFace,
  skin: OkLab | null,
): WornGlasses | null {
  const { any } = face.points.glasses
  if (any <= PERHAPS || face.frontal <= FRONTAL_MIN) return null
  const frame = glassesOf(kernels, picture, face)
  const seen = frame?.areRimsSeen ? frame : null
  const glass = skin && darkGlassOf(kernels, picture, face, skin, { frame, areHidden: false })
  const dark = glass?.glasses ?? null
  const found = dark ?? (any > WORN ? seen : null)
  if (found === null) return null
  const lower = found.rims.map((rim) => rim.slice(0, rim.length / 2 + 1))
  return { ...found, isDark: dark !== null, frame: seen === null ? [] : [...lower, ...found.arms] }
}

/** How softly glass ends, and how far within it there are no lines, face widths. */
const EDGE = 0.008
const CLEARED = 0.02

/** By how much the lower part of a glass is shaded less than the upper one where it is tinted from dark to light. */
const GRADIENT = { from: 0.12, wholly: 0.3 }
/** Its upper and lower part, and from where on it is lighter, shares of its height. */
const PARTS = { upper: 0.4, lower: 0.6, paling: 0.2, pale: 0.95 }

/**
 * Shades dark glass evenly, and glass that is tinted from dark to light as it is: what is mirrored in it, and lids that are half seen, are scraps of a face to a pen.
 * @param faces in pixels of the shading
 * @param least how dark it is shaded, 0..1
 */
export function shadeGlass(
  { kernels }: ToolEnvironment,
  { lines, shading }: Record<'lines' | 'shading', FloatPlane>,
  faces: readonly (FoundFace & { readonly glasses?: WornGlasses | null })[],
  least: number,
): void {
  for (const { glasses, widthPx, down } of faces) {
    if (!glasses?.isDark) continue
    for (const rim of glasses.rims) {
      const box = boxAbout(rim, widthPx * CLEARED, shading)
      if (box.width < 2 || box.height < 2) continue
      const place = (p: Point) => ({ x: p.x - box.x, y: p.y - box.y })
      const masked = (outline: readonly Point[]) => maskOf([outline], box.width, box.height, place)
      const soft = (plane: FloatPlane, by: number) =>
        kernels.gaussian(plane, Math.max(0.7, by * widthPx)).values
      const glass = soft(masked(rim), EDGE)
      const inner = soft(masked(rim), CLEARED)
      const placeAt = (i: number) =>
        (box.y + Math.floor(i / box.width)) * shading.widthPx + box.x + (i % box.width)
      const leastAt = tintOf(rim, down, least, (visit) => {
        inner.forEach((share, i) => {
          if (share > 0.8) visit(pointAt(box, i), shading.values[placeAt(i)] as number)
        })
      })
      for (let i = 0; i < glass.length; i++) {
        const at = placeAt(i)
        const own = shading.values[at] as number
        const within = (inner[i] as number) ** 2
        const more = Math.max(0, leastAt(pointAt(box, i)) - own)
        shading.values[at] = own + more * (glass[i] as number)
        const line = lines.values[at] as number
        lines.values[at] = line + (1 - line) * within
      }
    }
  }
}

const pointAt = ({ x, y, width }: Box, i: number): Point => ({
  x: x + (i % width),
  y: y + Math.floor(i / width),
})

/**
 * How dark each place of a glass is shaded at least.
 * @param each tells the shade of every place within it
 */
function tintOf(
  rim: readonly Point[],
  down: Point,
  least: number,
  each: (visit: (place: Point, shade: number) => void) => void,
): (place: Point) => number {
  const along = ({ x, y }: Point) => x * down.x + y * down.y
  const all = rim.map(along)
  const [top, bottom] = [Math.min(...all), Math.max(...all)]
  const heightOf = (place: Point) => (along(place) - top) / Math.max(1, bottom - top)
  const [upper, lower] = [
    { sum: 0, count: 0 },
    { sum: 0, count: 0 },
  ]
  each((place, shade) => {
    const height = heightOf(place)
    if (height > PARTS.upper && height < PARTS.lower) return
    const part = height < PARTS.lower ? upper : lower
    part.sum += shade
    part.count++
  })
  if (upper.count === 0 || lower.count === 0) return () => least
  const pale = lower.sum / lower.count
  const isTinted = smoothstep(GRADIENT.from, GRADIENT.wholly, upper.sum / upper.count - pale)
  const less = isTinted * Math.max(0, least - pale)
  return (place) => least - less * smoothstep(PARTS.paling, PARTS.pale, heightOf(place))
}
