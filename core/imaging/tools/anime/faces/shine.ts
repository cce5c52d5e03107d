import type { OkLab } from '../../../../pixels/oklab.ts'
import { smoothstep } from '../../../../pixels/pixels.ts'
import type { SkinOfFace } from '../../../face-points/skin-of-face.ts'

/** How far the colour of gloss lies from the skin's own, against its light. */
const UNLIKE = { from: 0.05, to: 0.11 }

/**
 * Where a face's skin shines, 0..1: light of the lamp's colour over its own, so that it is lighter and
 * no more colourful.
 */
export function shineOf({ lab, inside }: SkinOfFace, tone: OkLab): Float32Array<ArrayBuffer> {
  const [light, red, yellow] = tone
  return inside.values.map((within, i) => {
    const own = lab.light[i] ?? 0
    if (within < 0.5 || own < light) return 0
    const [a, b] = [lab.a[i] ?? 0, lab.b[i] ?? 0]
    const away = Math.hypot(a - red, b - yellow) / light
    return within * (1 - smoothstep(UNLIKE.from, UNLIKE.to, away))
  })
}
