import { smoothstep } from '../../../../pixels/pixels.ts'
import { atShare } from '../../../../pixels/ranked.ts'
import type { LabPlanes } from '../../../face-points/skin-likeness.ts'

/** How near the hue of what is taken for hair may be to the face's, as ratios of OKLab, before it is a shaved head. */
const HUE = { wholly: 0.01, none: 0.016 }
/** Its lightness against the face's: short hair is darker. */
const LIGHT = { none: 0.74, wholly: 0.8 }
/** Chances from which a place is surely hair, and none. */
const SURE = { hair: 0.8, none: 0.1 }
/** So many places of each are looked at, and fewer say nothing. */
const LOOKED = 2000
const LEAST_PX = 40
/** In the dark hues are noise. */
const DARKEST = 0.08

/**
 * How much the hair of a head is bare scalp, 0..1: the network takes one for hair cut short, but it has the very hue and
 * the light of the face.
 * @param lab of the head's box
 * @param chance of hair there
 * @param inside the face's oval there
 */
export function scalpIn(lab: LabPlanes, chance: Float32Array, inside: Float32Array): number {
  const hair = colourOf(lab, (i) => (chance[i] as number) > SURE.hair)
  const face = colourOf(
    lab,
    (i) => (chance[i] as number) < SURE.none && (inside[i] as number) > 0.9,
  )
  if (hair === null || face === null) return 0
  const away = Math.hypot(hair.red - face.red, hair.yellow - face.yellow)
  const lighter = hair.light / Math.max(DARKEST, face.light)
  return (
    (1 - smoothstep(HUE.wholly, HUE.none, away)) * smoothstep(LIGHT.none, LIGHT.wholly, lighter)
  )
}

/** Median lightness and hue of some places; null where there are few. */
function colourOf({ light, a, b }: LabPlanes, isPart: (i: number) => boolean) {
  const every = Math.max(1, Math.floor(light.length / (8 * LOOKED)))
  const [lights, reds, yellows]: [number[], number[], number[]] = [[], [], []]
  for (let i = 0; i < light.length; i += every) {
    if (!isPart(i)) continue
    const own = light[i] as number
    lights.push(own)
    reds.push((a[i] as number) / Math.max(DARKEST, own))
    yellows.push((b[i] as number) / Math.max(DARKEST, own))
  }
  if (lights.length < LEAST_PX) return null
  return { light: atShare(lights, 0.5), red: atShare(reds, 0.5), yellow: atShare(yellows, 0.5) }
}
