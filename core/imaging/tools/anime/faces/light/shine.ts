import type { Kernels } from '../../../../../kernels/kernels.ts'
import type { OkLab } from '../../../../../pixels/oklab.ts'
import { hypotenuse, smoothstep } from '../../../../../pixels/pixels.ts'
import { withValues } from '../../../../../pixels/with-values.ts'
import { pointsOf } from '../../../../face-points/face-points.ts'
import type { FoundFace } from '../../../../face-points/find-faces.ts'
import type { SkinOfFace } from '../../../../face-points/skin-of-face.ts'
import { sizesOf } from '../../cells/cells.ts'
import { isSureSkin } from '../parts/sure-skin.ts'

/** How far the colour of gloss lies from the skin's own, against its light. */
const UNLIKE = { from: 0.05, to: 0.11 }
/** A forehead goes on above its face's oval, without this share of its width at either side. */
const MARGIN = 0.14
/** What is lighter than the mean of the skin by more, and than its lightest by more, lies behind it. */
const LIGHTER = { mean: 0.26, lightest: 0.08 }
/** The lightest of the skin: this share of it is no lighter. */
const LIGHTEST = 0.95
/** A shine above the oval lies on the forehead, this share of it at least: temples shine, too. */
const ON_FOREHEAD = 0.7

/**
 * Where a face's skin shines, 0..1: light of the lamp's colour over its own, so that it is lighter and
 * no more colourful. Above the oval it ends where the forehead does: white hair goes on.
 */
export function shineOf(
  kernels: Kernels,
  seen: SkinOfFace,
  face: FoundFace,
  tone: OkLab,
): Float32Array<ArrayBuffer> {
  const { lab, inside, near, skin } = seen
  const [light, red, yellow] = tone
  const forehead = foreheadOf(seen, face)
  const gloss = lab.light.map((own, i) => {
    if (own < light) return 0
    const away = hypotenuse((lab.a[i] ?? 0) - red, (lab.b[i] ?? 0) - yellow) / light
    return 1 - smoothstep(UNLIKE.from, UNLIKE.to, away)
  })
  const isAbove = (i: number) => (inside.values[i] ?? 0) < 0.5
  const isUnlike = (i: number) => isAbove(i) && (skin.values[i] ?? 0) < 0.6
  const most = Math.max(light + LIGHTER.mean, lightestOf(seen) + LIGHTER.lightest)
  const of = withValues(new Uint32Array(gloss.length), (i) =>
    isUnlike(i) && (gloss[i] ?? 0) > 0.3 && (lab.light[i] ?? 0) < most ? 1 : 0,
  )
  const patches = kernels.connectCells({ ...inside, of, total: 2 })
  const sizes = sizesOf(patches)
  const beside = new Uint32Array(patches.total)
  const goesOn = new Uint8Array(patches.total)
  patches.of.forEach((patch, i) => {
    if ((near.values[i] ?? 0) < 0.5) goesOn[patch] = 1
    if (forehead[i] === 0) beside[patch] = (beside[patch] as number) + 1
  })
  beside.forEach((count, patch) => {
    if (count > (1 - ON_FOREHEAD) * (sizes[patch] as number)) goesOn[patch] = 1
  })
  return gloss.map((share, i) => {
    if (!isAbove(i)) return share * (inside.values[i] ?? 0)
    return of[i] === 1 && goesOn[patches.of[i] ?? 0] === 0 ? share : 0
  })
}

/** How light the lightest skin of a face is. */
function lightestOf(seen: SkinOfFace): number {
  const lights = seen.lab.light.filter((_, i) => isSureSkin(seen, i)).sort()
  return lights[Math.floor(LIGHTEST * lights.length)] ?? 0
}

/** 1 on the forehead and over it. */
function foreheadOf({ inside, box }: SkinOfFace, face: FoundFace): Uint8Array {
  const { across, down } = face
  const place = (x: number, y: number) => ({
    u: x * across.x + y * across.y,
    v: x * down.x + y * down.y,
  })
  const oval = pointsOf(face.points, 'faceOval').map(({ x, y }) => place(x, y))
  const [us, vs] = [oval.map(({ u }) => u), oval.map(({ v }) => v)]
  const [left, right] = [Math.min(...us), Math.max(...us)]
  const middle = (Math.min(...vs) + Math.max(...vs)) / 2
  const margin = MARGIN * (right - left)
  const isOn = new Uint8Array(inside.values.length)
  for (let row = 0, i = 0; row < inside.heightPx; row++) {
    const y = box.y + ((row + 0.5) * box.height) / inside.heightPx
    for (let column = 0; column < inside.widthPx; column++, i++) {
      const x = box.x + ((column + 0.5) * box.width) / inside.widthPx
      if (x * down.x + y * down.y >= middle) continue
      const u = x * across.x + y * across.y
      if (u > left + margin && u < right - margin) isOn[i] = 1
    }
  }
  return isOn
}
