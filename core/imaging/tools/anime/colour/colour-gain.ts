import { smoothstep } from '../../../../pixels/pixels.ts'
import type { AnimeLook } from '../looks.ts'

/** From where on colours count as such; beyond the last no strong one gains. */
const COLOURED = { from: 0.005, to: 0.03, strong: { from: 0.12, to: 0.26 } }
/**
 * In the dark blues count as such from there on only, where a look's gain is great: a faint light on a black ground would
 * glow, as shade is blue, too; a dark wood stays green. Up to the first lightness wholly, OKLab; `blue` is the cosine to it.
 */
const DARK = { from: 0.01, to: 0.075, light: { from: 0.28, to: 0.4 }, blue: { from: 0.3, to: 0.7 } }
/** Of a gain that is small: it ends where colours are so strong. */
const FADING = { from: 0.03, to: 0.16 }
/** Wood, sand, straw, olive and skin that nobody was seen in: the hue in their middle, and the cosine of how far others lie from it. */
const WARM = { a: 0.469, b: 0.883, cosine: { from: 0.77, to: 0.94 } }

/**
 * How much of a look's gain a colour gets, 0..1. Where that gain is great, of two colours of one hue the fainter
 * stays it, and what is warm, of which most pictures are full, gets less, as does faint blue in the dark.
 * @param light its lightness, OKLab
 */
export function gainOf(
  light: number,
  red: number,
  yellow: number,
  chroma: number,
  { even, warm }: AnimeLook['palette'],
): number {
  const coloured = smoothstep(COLOURED.from, COLOURED.to, chroma)
  if (even === null || coloured === 0)
    return coloured * (1 - smoothstep(FADING.from, FADING.to, chroma))
  const { from, to } = COLOURED.strong
  const faint = (1 - smoothstep(from, to, chroma)) / (1 + (chroma / even) ** 2)
  const cosine = (WARM.a * red + WARM.b * yellow) / chroma
  const share = smoothstep(WARM.cosine.from, WARM.cosine.to, cosine)
  const dark =
    (1 - smoothstep(DARK.light.from, DARK.light.to, light)) *
    smoothstep(DARK.blue.from, DARK.blue.to, -yellow / chroma)
  const seen = dark === 0 ? coloured : coloured + (inDark(chroma) - coloured) * dark
  return seen * faint * (1 - share * (1 - warm))
}

const inDark = (chroma: number): number => smoothstep(DARK.from, DARK.to, chroma)
