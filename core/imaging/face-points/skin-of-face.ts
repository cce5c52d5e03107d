import type { Kernels } from '../../kernels/kernels.ts'
import type { OkLab } from '../../pixels/oklab.ts'
import { type Box, cropRaster, smoothstep } from '../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../pixels/raster.ts'
import {
  beyond,
  boxAbout,
  faceOutline,
  featureOutlines,
  maskOf,
  middleOutline,
} from './face-outlines.ts'
import { type FacePlaces, placesOf } from './face-places.ts'
import type { Point } from './face-points.ts'
import type { FoundFace } from './find-faces.ts'
import { fringeOf } from './fringe.ts'
import { type HairSeen, hairOnFace, wornOnFace } from './hair-on-face.ts'
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
  /** The same where hair was not looked for: a face in the shade may be taken for hair. */
  readonly skinOrHair: Float32Array
  /** Fades out where the face ends, over neck and shoulders. */
  readonly near: FloatPlane
  /** Width of the face in the planes. */
  readonly facePx: number
}

/** Longer side of the planes where nothing else is asked for. */
const SIDE_PX = 256
/** Room about the face, and how softly `near` ends, in face widths. */
const ABOUT = 0.06
const FADE = 0.05
/** In a face that is turned further the forehead is not where its points are. */
const FRONTAL_MIN = 0.1

/**
 * Looks for a face's skin by its own colour; null where too little of it shows.
 * @param sidePx longer side of the planes
 * @param hair where it is no skin, however like it is in colour; null where nobody looked
 */
export function skinOfFace(
  kernels: Kernels,
  picture: Raster,
  face: FoundFace,
  sidePx = SIDE_PX,
  hair: HairSeen | null = null,
): SkinOfFace | null {
  const oval = faceOutline(face)
  const box = boxAbout(beyond(oval, face), face.widthPx * ABOUT, picture)
  const width = Math.max(8, Math.round((sidePx * box.width) / Math.max(box.width, box.height)))
  const height = Math.max(8, Math.round((sidePx * box.height) / Math.max(box.width, box.height)))
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
  const lab = labOf(kernels, small)
  const bare = lab.light.map((_, i) =>
    (inside.values[i] ?? 0) > 0.9 && (features.values[i] ?? 0) < 0.1 ? 1 : 0,
  )
  const about = masked([beyond(oval, face, 0.6)])
  const places = placesOf(face, box, { width, height })
  const shade = shadeOf(lab, places)
  const lightOf = () => kernels.gaussian({ ...inside, values: lab.light }, 1).values
  const fringe =
    face.frontal < FRONTAL_MIN
      ? null
      : fringeOf({ widthPx: width, light: lightOf(), inside: inside.values, bare, places })
  const faceSeen = { widthPx: width, light: lab.light, inside: inside.values, bare, places }
  const hairy =
    hair === null
      ? null
      : hairOnFace(hair, box, faceSeen, lab, masked([middleOutline(face)]).values)
  const own = bare.map((v, i) => (fringe?.[i] === 1 || (hairy?.[i] ?? 0) > 0.5 ? 0 : v))
  const likeness = likenessOf(lab, own, inside.values, about.values, shade)
  if (likeness === null) return null
  const skinOrHair = likeness.map((v, i) =>
    (features.values[i] ?? 0) > 0.1 || fringe?.[i] === 1 ? 0 : v,
  )
  const sure = hairy === null ? skinOrHair : skinOrHair.map((v, i) => v * (1 - (hairy[i] ?? 0)))
  const worn = hair === null ? null : wornOnFace(hair, box, inside)
  // A brim that is straw has the colour of skin.
  const bareOf = worn === null ? sure : sure.map((v, i) => v * (1 - (worn[i] as number)))
  const skin = kernels.gaussian({ ...inside, values: bareOf }, 1)
  return { box, picture: small, lab, inside, features, skin, skinOrHair, near, facePx }
}

/** Colours of the skin within a face's oval, of all or of a part of it. */
export function skinColoursOf(
  { lab, skin, inside }: SkinOfFace,
  isPart: (index: number) => boolean = () => true,
): OkLab[] {
  const colours: OkLab[] = []
  skin.values.forEach((share, i) => {
    if (share < 0.5 || (inside.values[i] ?? 0) < 0.5 || !isPart(i)) return
    colours.push([lab.light[i] ?? 0, lab.a[i] ?? 0, lab.b[i] ?? 0])
  })
  return colours
}

/** Where the halves of a face are compared, from under the nose, in face widths. */
const CHEEK = { above: -0.18, below: -0.02, from: 0.1, to: 0.26 }
/** A half that is darker than this against the other is in the shade; none is looked into further. */
const SHADED = { from: 0.68, least: 0.3 }
/** Half the width over which light falls off across the nose, face widths. */
const TURN = 0.07
const CHEEK_LEAST_PX = 12

/** The light of each pixel's half of a face against the lighter one, by the cheeks beside the nose. */
function shadeOf({ light }: LabPlanes, { across, down }: FacePlaces): Float32Array {
  const cheeks: [number[], number[]] = [[], []]
  for (let i = 0; i < light.length; i++) {
    const u = across[i] as number
    const v = down[i] as number
    const isCheek = v > CHEEK.above && v < CHEEK.below
    if (!isCheek || Math.abs(u) < CHEEK.from || Math.abs(u) > CHEEK.to) continue
    cheeks[u < 0 ? 0 : 1].push(light[i] as number)
  }
  const [right = 0, left = 0] = cheeks.map((lights) =>
    lights.length < CHEEK_LEAST_PX ? 0 : (lights.sort((a, b) => a - b)[lights.length >> 1] ?? 0),
  )
  const share = Math.min(right, left) / Math.max(1e-3, right, left)
  if (share > SHADED.from || share < SHADED.least) return across.map(() => 1)
  const side = right < left ? -1 : 1
  return across.map((u) => 1 - (1 - share) * smoothstep(-TURN, TURN, u * side))
}
