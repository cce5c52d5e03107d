import type { Kernels } from '../../../../kernels/kernels.ts'
import { smoothstep } from '../../../../pixels/pixels.ts'
import { atShare } from '../../../../pixels/ranked.ts'
import type { FoundFace } from '../../../face-points/find-faces.ts'
import type { SkinOfFace } from '../../../face-points/skin-of-face.ts'
import { knownBeardOf } from './beard.ts'

/** The light of a face's skin in the photo. */
interface FaceLight {
  /** Luma of its 15th percentile, its median and its 85th. */
  readonly low: number
  readonly luma: number
  readonly high: number
  /** Median OKLab lightness, and the medians of red and yellow against it. */
  readonly lightness: number
  readonly red: number
  readonly yellow: number
}

/** Of fewer places nothing is known of a face's light. */
const LEAST_SAMPLES = 60
const DARKEST = 0.02
/** What is skin within a face. */
const SURE = 0.6
/** How much lighter skin has to be without a beard, and how light, for that to be left out: a full one makes a pale face a dark one. */
const LIGHTER = { from: 1.03, wholly: 1.08 }
const PALE = { from: 0.57, wholly: 0.6 }

/** @returns null where too little skin shows */
export function faceLightOf(kernels: Kernels, face: FoundFace, seen: SkinOfFace): FaceLight | null {
  const whole = lightWhere(kernels, seen, () => true)
  if (whole === null) return null
  const { moustache, chin } = face.points.beard
  if (Math.max(moustache, chin) === 0) return whole
  const hairAt = knownBeardOf(face)
  const bare = lightWhere(kernels, seen, (x, y) => hairAt(x, y) <= 0.5)
  if (bare === null) return whole
  const share =
    smoothstep(LIGHTER.from, LIGHTER.wholly, bare.lightness / whole.lightness) *
    smoothstep(PALE.from, PALE.wholly, bare.lightness)
  const mixed = (key: keyof FaceLight) => whole[key] + (bare[key] - whole[key]) * share
  return {
    low: mixed('low'),
    luma: mixed('luma'),
    high: mixed('high'),
    lightness: mixed('lightness'),
    red: mixed('red'),
    yellow: mixed('yellow'),
  }
}

/** The light of the skin at those places of a picture. */
function lightWhere(
  kernels: Kernels,
  { box, lab, inside, skin, picture }: SkinOfFace,
  isLookedAt: (x: number, y: number) => boolean,
): FaceLight | null {
  const all = kernels.luma(picture).values
  const [lumas, lights, reds, yellows]: [number[], number[], number[], number[]] = [[], [], [], []]
  skin.values.forEach((share, i) => {
    if (share < SURE || (inside.values[i] ?? 0) < SURE) return
    const x = box.x + (((i % skin.widthPx) + 0.5) * box.width) / skin.widthPx
    const y = box.y + ((Math.floor(i / skin.widthPx) + 0.5) * box.height) / skin.heightPx
    if (!isLookedAt(x, y)) return
    const light = Math.max(0.08, lab.light[i] ?? 0)
    lumas.push(Math.max(DARKEST, all[i] ?? 0))
    lights.push(light)
    reds.push((lab.a[i] ?? 0) / light)
    yellows.push((lab.b[i] ?? 0) / light)
  })
  if (lumas.length < LEAST_SAMPLES) return null
  return {
    luma: atShare(lumas, 0.5),
    low: atShare(lumas, 0.15),
    high: atShare(lumas, 0.85),
    lightness: atShare(lights, 0.5),
    red: atShare(reds, 0.5),
    yellow: atShare(yellows, 0.5),
  }
}
