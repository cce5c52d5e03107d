import type { OkLab } from '../../../../../pixels/oklab.ts'
import { smoothstep } from '../../../../../pixels/pixels.ts'
import { meanOf } from '../../../../face-points/samples.ts'
import type { SkinOfFace } from '../../../../face-points/skin-of-face.ts'
import { type BeardFrame, LEAST_PX } from './beard-places.ts'

/** The skin's colour on either cheek, which hair is told from. */
export type Cheeks = readonly [right: OkLab, left: OkLab]

/** The cheeks' colour so far to the side, face widths. */
export function cheekAt([right, left]: Cheeks, u: number): OkLab {
  const share = smoothstep(-0.2, 0.2, u)
  return [0, 1, 2].map((c) => right[c as 0] * (1 - share) + left[c as 0] * share) as OkLab
}

/** Where cheeks are looked at, from under the nose, in face widths. */
const CHEEK = { above: -0.26, below: -0.04, aside: 0.1 }

/** Beside dark glass a cheek is no darker than this against the light places of the face. */
const BESIDE_GLASS = { light: 0.6, least: 0.82 }

/** The least light of a cheek beside dark glass, OKLab. */
export function leastLightOf({ lab, skin, inside }: SkinOfFace): number {
  const lights = [...lab.light].filter(
    (_, i) => (skin.values[i] ?? 0) > 0.6 && (inside.values[i] ?? 0) > 0.9,
  )
  lights.sort((a, b) => a - b)
  return BESIDE_GLASS.least * (lights[Math.floor(lights.length * BESIDE_GLASS.light)] ?? 0)
}

/** The middle colour of the right and of the left cheek, of what is not darker than `least`. */
export function cheeksOf(
  { lab, skin, inside }: SkinOfFace,
  { at }: BeardFrame,
  least: number,
): Cheeks | null {
  const sides: [OkLab[], OkLab[]] = [[], []]
  skin.values.forEach((share, i) => {
    if (share < 0.6 || (inside.values[i] ?? 0) < 0.9 || (lab.light[i] ?? 0) < least) return
    const { u, v } = at(i)
    if (v < CHEEK.above || v > CHEEK.below || Math.abs(u) < CHEEK.aside) return
    sides[u < 0 ? 0 : 1].push([lab.light[i] ?? 0, lab.a[i] ?? 0, lab.b[i] ?? 0])
  })
  const [right, left] = sides.map((colours) =>
    colours.length < LEAST_PX
      ? null
      : meanOf(
          colours.sort((a, b) => a[0] - b[0]),
          0.35,
          0.75,
        ),
  )
  const [one, other] = [right ?? left, left ?? right]
  return one && other ? [one, other] : null
}
