import type { Kernels } from '../../kernels/kernels.ts'
import { type Box, cropRaster } from '../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../pixels/raster.ts'
import { beyond, boxAbout, featureOutlines, maskOf } from './face-outlines.ts'
import { type Point, pointsOf } from './face-points.ts'
import type { FoundFace } from './find-faces.ts'
import { type LabPlanes, labOf, likenessOf } from './skin-likeness.ts'

/** Where a face's skin lies: forehead, cheeks, ears and neck, without hair; all planes of one size. */
export interface SkinOfFace {
  /** Where the planes lie in the picture they were made of. */
  readonly box: Box
  readonly picture: Raster
  readonly lab: LabPlanes
  /** The face's oval. */
  readonly inside: FloatPlane
  /** Eyes, brows and lips, and what lies close about them. */
  readonly features: FloatPlane
  /** How much each pixel is skin; none within the features. */
  readonly skin: FloatPlane
  /** Fades out where the face ends, over neck and shoulders. */
  readonly near: FloatPlane
  /** Width of the face in the planes. */
  readonly facePx: number
}

/** Longer side of the planes. */
const SIDE_PX = 256
/** Room about the face, and how softly `near` ends, in face widths. */
const ABOUT = 0.06
const FADE = 0.05

/** Looks for a face's skin by its own colour; null where too little of it shows. */
export function skinOfFace(kernels: Kernels, picture: Raster, face: FoundFace): SkinOfFace | null {
  const oval = pointsOf(face.points, 'faceOval')
  const box = boxAbout(beyond(oval, face), face.widthPx * ABOUT, picture)
  const width = Math.max(8, Math.round((SIDE_PX * box.width) / Math.max(box.width, box.height)))
  const height = Math.max(8, Math.round((SIDE_PX * box.height) / Math.max(box.width, box.height)))
  const crop = cropRaster(picture, box)
  const small = kernels[box.width > width ? 'resizeArea' : 'resizeLanczos3'](crop, width, height)
  const place = (p: Point) => ({
    x: ((p.x - box.x) * width) / box.width,
    y: ((p.y - box.y) * height) / box.height,
  })
  const masked = (outlines: readonly (readonly Point[])[]) => maskOf(outlines, width, height, place)
  const inside = masked([oval])
  const features = masked(featureOutlines(face))
  const facePx = (face.widthPx * width) / box.width
  const near = kernels.gaussian(masked([beyond(oval, face, 0.8)]), FADE * facePx)
  const lab = labOf(small)
  const bare = lab.light.map((_, i) =>
    (inside.values[i] ?? 0) > 0.9 && (features.values[i] ?? 0) < 0.1 ? 1 : 0,
  )
  const about = masked([beyond(oval, face, 0.6)])
  const likeness = likenessOf(lab, bare, inside.values, about.values)
  if (likeness === null) return null
  const sure = Float32Array.from(likeness, (v, i) => ((features.values[i] ?? 0) > 0.1 ? 0 : v))
  const skin = kernels.gaussian({ ...inside, values: sure }, 1)
  return { box, picture: small, lab, inside, features, skin, near, facePx }
}
