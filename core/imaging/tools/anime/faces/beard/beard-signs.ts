import type { OkLab } from '../../../../../pixels/oklab.ts'

/** What lies in one half of a part of a face against the cheek of its side. */
export interface AgainstCheek {
  /** Its light, and its colour against its light, 1 as on the cheek. */
  readonly light: number
  readonly colour: number
}

/** Of each part its right and left half. */
type Halves = readonly AgainstCheek[]

/** Shade has the cheek's own colour and is no darker than this: hair is greyer or redder, or darker. */
const SHADE = { colour: 0.06, darkest: 0.7 }

/** Whether a face is only darker on chin and lower cheeks, as in light from above, with no other colour there. */
export const isShadeAlone = (chin: Halves, cheeks: Halves): boolean =>
  [...chin, ...cheeks].every(
    ({ light, colour }) => light > SHADE.darkest && Math.abs(colour - 1) < SHADE.colour,
  )

/** Short hair makes a chin and lower cheeks so much greyer than the skin above, and these darker. */
const STUBBLE = { chin: 0.98, cheeks: { colour: 1.02, light: 0.88 }, lightest: 0.98 }

/** Whether chin and lower cheeks are grey with short hair on both sides. */
export const isStubbly = (chin: Halves, cheeks: Halves): boolean =>
  chin.every(({ light, colour }) => light < STUBBLE.lightest && colour < STUBBLE.chin) &&
  cheeks.every(
    ({ light, colour }) => light < STUBBLE.cheeks.light && colour < STUBBLE.cheeks.colour,
  )

/** The mean of colours against a cheek's; as the cheek where there are none. */
export function againstCheek(colours: readonly OkLab[], cheek: OkLab): AgainstCheek {
  let [light, strength] = [0, 0]
  for (const [own, a, b] of colours) {
    light += own
    strength += Math.hypot(a, b)
  }
  if (light === 0) return { light: 1, colour: 1 }
  const skin = Math.hypot(cheek[1], cheek[2]) / Math.max(0.05, cheek[0])
  return {
    light: light / colours.length / Math.max(0.05, cheek[0]),
    colour: strength / light / Math.max(1e-3, skin),
  }
}
