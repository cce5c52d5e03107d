import { placedFrom, underNose } from '#core/imaging/face-points/face-places.ts'
import { type Point, pointsOf } from '#core/imaging/face-points/face-points.ts'
import type { FoundFace } from '#core/imaging/face-points/find-faces.ts'
import { contains, meanOf } from '#core/imaging/face-points/samples.ts'
import { skinColoursOf, skinOfFace } from '#core/imaging/face-points/skin-of-face.ts'
import { wornGlassesOf } from '#core/imaging/tools/sketch/faces/glasses.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { kernels } from '../fixtures/kernels.ts'
import { skinPixels } from './anime-figures.ts'
import { mean } from './report.ts'

/** From here on the network of `face/points` is taken at its word that there is hair. */
const SEEN = 0.5
/** How far from the middle of a mouth a moustache reaches, and about a glass its frame, face widths. */
const MOUSTACHE = 0.25
const FRAME = 0.04
/** Fewer pixels say nothing of a face. */
const PIXELS_MIN = 60

export interface BareSkin {
  /** Where in the picture bare skin is; null where too little of it shows. */
  readonly pixels: readonly number[] | null
  /** What was taken from it, as it is seen. */
  readonly hasBeard: boolean
  readonly hasDarkGlass: boolean
}

/** Skin of a face without what is taken for beard by the network of `face/points`, and for dark glasses by the sketch. */
export function bareSkinOf(face: FoundFace, picture: Raster): BareSkin {
  const { beard } = face.points
  const hasBeard = Math.max(beard.moustache, beard.chin, beard.cheeks) > SEEN
  const rims = darkRimsOf(face, picture)
  const isHair = beardIn(face)
  const isGlass = within(rims, FRAME * face.widthPx)
  const { widthPx } = picture
  const pixels = skinPixels(face, picture, null)?.all.filter((at) => {
    const [x, y] = [(at % widthPx) + 0.5, Math.floor(at / widthPx) + 0.5]
    return !isHair(x, y) && !isGlass(x, y)
  })
  const isEnough = pixels !== undefined && pixels.length >= PIXELS_MIN
  return { pixels: isEnough ? pixels : null, hasBeard, hasDarkGlass: rims.length > 0 }
}

/** Tells the parts of a face below its nose on which hair is seen. */
function beardIn(face: FoundFace): (x: number, y: number) => boolean {
  const { moustache, chin, cheeks } = face.points.beard
  const placed = placedFrom(face, underNose(face))
  const mouth = pointsOf(face.points, 'mouthTop').map((p) => placed(p).v)
  const mouthAt = mean(mouth)
  return (x, y) => {
    const { u, v } = placed({ x, y })
    if (v < 0) return false
    if (chin > SEEN && v > mouthAt) return true
    return Math.abs(u) < MOUSTACHE ? moustache > SEEN && v < mouthAt : cheeks > SEEN
  }
}

/** Rims of the dark glasses that the sketch sees a face wear. */
function darkRimsOf(face: FoundFace, picture: Raster): readonly (readonly Point[])[] {
  const seen = skinOfFace(kernels, picture, face)
  const skin = seen && meanOf(skinColoursOf(seen))
  const glasses = wornGlassesOf(kernels, picture, face, skin)
  return glasses?.isDark ? glasses.rims : []
}

/** Tells what lies within outlines that are grown by some pixels. */
function within(outlines: readonly (readonly Point[])[], by: number) {
  const grown = outlines.map((outline) => {
    const x = mean(outline.map((p) => p.x))
    const y = mean(outline.map((p) => p.y))
    return outline.map((p) => {
      const scale = 1 + by / Math.max(1e-6, Math.hypot(p.x - x, p.y - y))
      return { x: x + (p.x - x) * scale, y: y + (p.y - y) * scale }
    })
  })
  return (x: number, y: number) => grown.some((outline) => contains(outline, x, y))
}
