import { describe, expect, it } from 'vitest'
import { TONES } from '#core/imaging/tools/anime/cells/tones.ts'
import { differingOf } from '#core/imaging/tools/anime/cloth/cloth-differing.ts'
import { FIRST } from '#core/imaging/tools/anime/cloth/cloth-kinds.ts'
import { textureOf } from '#core/imaging/tools/anime/cloth/cloth-texture.ts'
import { unitPxOf } from '#core/imaging/tools/anime/study.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { kernels } from '../../../../fixtures/kernels.ts'
import { okLabOf } from '../../../../fixtures/plain-paint.ts'
import { randomOf } from '../../../../fixtures/random-of.ts'
import { paint } from '../../made-pictures.ts'

const SIZE = 600
const GARMENT = 1
const isCloth = (x: number) => x >= 150
const of = Uint32Array.from({ length: SIZE * SIZE }, (_, at) => (isCloth(at % SIZE) ? FIRST : 0))

const clothOf = (lightAt: (x: number, y: number) => number): Raster =>
  paint(SIZE, SIZE, (x, y) => {
    const light = isCloth(x) ? lightAt(x, y) : 220
    return [light, light, light + 4]
  })

/** A weave of 3 px, as light and dark as tweed is, which mixes to one tone. */
const tweed = (x: number, y: number) => ((x + Math.floor(y / 3)) % 6 < 3 ? 105 : 140)

/** Whether a garment is a pattern, and has texture, smoothed as people are. */
function differing(picture: Raster) {
  const fine = okLabOf(kernels.domainTransform(picture, 5 * unitPxOf(picture), 0.25))
  const seen = { smooth: fine, fine, unsmoothed: okLabOf(picture) }
  const { isPattern, isTextured } = differingOf(kernels, seen, of, FIRST + TONES)
  return { isPattern: isPattern[GARMENT], isTextured: isTextured[GARMENT] }
}

describe('texture of cloth', () => {
  it('makes a pattern of tweed, whose threads lie near the tone that they mix to', () => {
    expect(differing(clothOf(tweed))).toEqual({ isPattern: 1, isTextured: 1 })
  })

  it('is none where folds alone lie on plain cloth', () => {
    const folded = clothOf((x) => (x % 110 < 16 ? 80 : 125))
    expect(differing(folded)).toEqual({ isPattern: 0, isTextured: 0 })
  })

  it('is no pattern where it is the noise of a camera', () => {
    const random = randomOf(7)
    const channel = () => 45 + 27 * (random() + random() - 1)
    const noisy = paint(SIZE, SIZE, () => [channel(), channel(), channel()])
    expect(textureOf(kernels, okLabOf(noisy), of, 2)[GARMENT]).toBeGreaterThan(0.037)
    expect(differing(noisy).isPattern).toBe(0)
  })

  it('is unknown on what is too small to tell it', () => {
    const small = of.map((kind, at) => (at < 16 * SIZE && at % SIZE < 166 ? kind : 0))
    expect(textureOf(kernels, okLabOf(clothOf(tweed)), small, 2)[GARMENT]).toBe(0)
  })
})
