import type { Kernels } from '../../../../kernels/kernels.ts'
import type { OkLab } from '../../../../pixels/oklab.ts'
import type { FloatPlane, Raster } from '../../../../pixels/raster.ts'
import { darkGlassOf } from '../../../face-points/dark-glass.ts'
import { boxAbout, maskOf } from '../../../face-points/face-outlines.ts'
import type { Point } from '../../../face-points/face-points.ts'
import type { FoundFace } from '../../../face-points/find-faces.ts'
import { glassesOf, isWorn } from '../../../face-points/glasses.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import { glintOf } from './glint.ts'
import { leastOf, tintOf } from './tinted-glass.ts'

/** Glasses as a hand draws them, in pixels of the picture they were found in. */
export interface WornGlasses {
  /** Closed lines about both eyes: from the outer side over the lower to the inner and back above. */
  readonly rims: readonly (readonly Point[])[]
  readonly isDark: boolean
  /** Dark lines of the frame that are never left out. */
  readonly frame: readonly (readonly Point[])[]
  readonly widthPx: number
}

/** From here on glasses may be dark ones; clear ones are drawn from {@link isWorn} on. In a profile they cannot be fitted. */
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
  const found = dark ?? (isWorn(face.points.glasses) ? seen : null)
  if (found === null) return null
  const lower = found.rims.map((rim) => rim.slice(0, rim.length / 2 + 1))
  return { ...found, isDark: dark !== null, frame: seen === null ? [] : [...lower, ...found.arms] }
}

/** How softly glass ends, and how far within it there are no lines, face widths. */
const EDGE = 0.008
const CLEARED = 0.02
/** How much of its shade a streak of light takes from glass. */
const GLINT = 0.92

/**
 * Shades dark glass evenly, or from dark to light where it is tinted so, with a streak of light: what is mirrored in it, and
 * lids that are half seen, are scraps of a face to a pen.
 * @param faces in pixels of the shading
 * @param least how dark it is shaded, 0..1
 */
export function shadeGlass(
  { kernels }: ToolEnvironment,
  { lines, shading }: Record<'lines' | 'shading', FloatPlane>,
  faces: readonly (FoundFace & { readonly glasses?: WornGlasses | null })[],
  least: number,
): void {
  const unitPx = Math.max(shading.widthPx, shading.heightPx) / 1000
  for (const { glasses, widthPx, down } of faces) {
    if (!glasses?.isDark) continue
    const tint = tintOf(shading, glasses.rims, down)
    for (const rim of glasses.rims) {
      const box = boxAbout(rim, widthPx * CLEARED, shading)
      if (box.width < 2 || box.height < 2) continue
      const place = (p: Point) => ({ x: p.x - box.x, y: p.y - box.y })
      const masked = (outline: readonly Point[]) => maskOf([outline], box.width, box.height, place)
      const soft = (plane: FloatPlane, by: number) =>
        kernels.gaussian(plane, Math.max(0.7, by * widthPx)).values
      const glass = soft(masked(rim), EDGE)
      const inner = soft(masked(rim), CLEARED)
      const leastAt = leastOf(rim, down, tint, least)
      const glintAt = glintOf(rim, down, unitPx)
      for (let i = 0; i < glass.length; i++) {
        const [x, y] = [box.x + (i % box.width), box.y + Math.floor(i / box.width)]
        const at = y * shading.widthPx + x
        const own = shading.values[at] as number
        const within = (inner[i] as number) ** 2
        const shaded = own + Math.max(0, leastAt(x, y) - own) * (glass[i] as number)
        shading.values[at] = shaded * (1 - GLINT * within * glintAt(x, y))
        const line = lines.values[at] as number
        lines.values[at] = line + (1 - line) * within
      }
    }
  }
}
