import { expect, it } from 'vitest'
import { Cel } from '#core/imaging/tools/anime/cel.ts'
import { drawDetails } from '#core/imaging/tools/anime/ink/details.ts'
import { testJob } from '../../made-pictures.ts'

const [WIDTH, HEIGHT] = [500, 300]
const [SHADOW, TONE] = [0.2, 0.3]

/**
 * Black cloth in two tones on which light fades from one to the other, with a fold.
 * @param isLine whether lines of the picture show the fold
 * @param shaded the number of the garment whose shade a painter has laid, or 0
 * @returns how much lines have changed it
 */
function linesOn(fade: (x: number) => number, foldX: number, isLine: boolean, shaded = 0) {
  const size = { widthPx: WIDTH, heightPx: HEIGHT }
  const count = WIDTH * HEIGHT
  const plane = (valueAt: (x: number) => number) =>
    Float32Array.from({ length: count }, (_, at) => valueAt(at % WIDTH))
  const none = () => plane(() => 0)
  const painted = plane((x) => (x < WIDTH / 2 ? SHADOW : TONE))
  const isFold = (x: number) => Math.abs(x - foldX) < 3
  const seen = {
    ...size,
    lightness: plane((x) => fade(x) - (isFold(x) ? 0.12 : 0)),
    a: none(),
    b: none(),
  }
  const of = Uint32Array.from(painted, (light) => (light === painted[0] ? 0 : 1))
  const cel = new Cel(
    { ...size, of, total: 2 },
    { ...size, lightness: painted.slice(), a: none(), b: none() },
  )
  const isDark = new Uint8Array(count).fill(1)
  const places = { ...size, values: plane(() => 2) }
  const lines = plane((x) => (isLine && isFold(x) ? 0 : 1))
  const shadedAt = new Uint16Array(count).fill(shaded)
  const dark = { lines, isDark, by: -0.1, isLit: new Uint8Array(count), shadedAt }
  drawDetails(
    testJob(),
    cel,
    seen,
    painted,
    places,
    () => 26,
    () => false,
    dark,
  )
  return (x: number) => (cel.colours.lightness[150 * WIDTH + x] as number) - (painted[x] as number)
}

const fade = (x: number) => SHADOW + (TONE - SHADOW) * Math.min(1, Math.max(0, (x - 220) / 60))

it('a fold of black cloth is drawn, and no line where one of its tones ends', () => {
  const changed = linesOn(fade, 120, true)
  expect(changed(120)).toBeLessThan(-0.05)
  for (let x = 200; x < 300; x++) expect(changed(x)).toBe(0)
})

it('what is darker than its black cloth and no line is a blot that is not drawn', () => {
  const changed = linesOn(fade, 120, false)
  for (let x = 118; x <= 122; x++) expect(changed(x)).toBe(0)
})

it('a fold goes on where a painter’s shade ends', () => {
  const even = () => (SHADOW + TONE) / 2
  expect(linesOn(even, 246, true)(246)).toBe(0)
  expect(linesOn(even, 246, true, 1)(246)).toBeLessThan(-0.05)
})
