import { describe, expect, it } from 'vitest'
import type { HairSeen } from '#core/imaging/face-points/hair-on-face.ts'
import { skinOfFace } from '#core/imaging/face-points/skin-of-face.ts'
import { drawnPartsOf } from '#core/imaging/tools/anime/faces/parts/drawn-parts.ts'
import { faceSkinOf } from '#core/imaging/tools/anime/faces/skin/face-skin.ts'
import { type OkLab, toOkLab } from '#core/pixels/oklab.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { kernels } from '../../../../../fixtures/kernels.ts'
import { FACE, isFace, MIDDLE, people, SIDE } from '../../../made-face.ts'
import { paint, paintPlane } from '../../../made-pictures.ts'
import { colourAt, drawn, type Rgb, WALL } from '../../../painted-face.ts'

const SKIN: Rgb = [226, 178, 152]
/** Of the skin's own hue, as brown hair before a pale face is. */
const HAIR: Rgb = [126, 97, 82]

/** Hair that hangs down both sides of a face, over its cheeks' outer parts. */
const isHair = (x: number, y: number) => isFace(x, y) && Math.abs(x - MIDDLE.x) > 0.62 * FACE.across

const between = (dark: Rgb): Raster =>
  paint(SIDE, SIDE, (x, y) => (isHair(x, y) ? dark : isFace(x, y) ? SKIN : WALL))

const chanceOf = (isThere: (x: number, y: number) => boolean): HairSeen => {
  const chance = paintPlane(SIDE, SIDE, (x, y) => (isThere(x, y) ? 0.95 : 0.02))
  return { box: { x: 0, y: 0, width: SIDE, height: SIDE }, chance }
}

function toneOf(picture: Raster, hair: HairSeen | null) {
  const [face] = people().faces
  const seen = face && skinOfFace(kernels, picture, face, undefined, hair)
  if (!face || !seen) throw new Error('There is a face with skin.')
  const parts = drawnPartsOf(kernels, picture, face, seen)
  return { ...faceSkinOf(kernels, seen, face, parts), seen }
}

const bare = toneOf(between(SKIN), null).tone[0]

describe('hair down both sides of a face', () => {
  it('makes skin no darker where a network sees it, though it has the hue of skin', () => {
    const without = toneOf(between(HAIR), null).tone[0]
    const known = toneOf(between(HAIR), chanceOf(isHair)).tone[0]
    expect(without).toBeLessThan(bare - 0.03)
    expect(known).toBeGreaterThan(bare - 0.012)
  })

  it('is none where it is as light as skin: a network may be wrong', () => {
    const { seen } = toneOf(between(SKIN), chanceOf(isHair))
    const x = Math.floor(
      ((MIDDLE.x + 0.7 * FACE.across - seen.box.x) * seen.skin.widthPx) / seen.box.width,
    )
    const y = Math.floor(((MIDDLE.y - seen.box.y) * seen.skin.heightPx) / seen.box.height)
    expect(seen.skin.values[y * seen.skin.widthPx + x]).toBeGreaterThan(0.9)
  })
})

describe('a brim of straw before a forehead', () => {
  it('has no skin, though it has the colour of skin', () => {
    const isBrim = (x: number, y: number) => isFace(x, y) && y < MIDDLE.y - 0.6 * FACE.down
    const worn = paintPlane(SIDE, SIDE, (x, y) => (isBrim(x, y) ? 0.95 : 0.02))
    const nothing = chanceOf(() => false)
    const skinAbove = (hair: HairSeen) => {
      const { skin, box } = toneOf(between(SKIN), hair).seen
      const x = Math.floor(((MIDDLE.x - box.x) * skin.widthPx) / box.width)
      const y = Math.floor(((MIDDLE.y - 0.8 * FACE.down - box.y) * skin.heightPx) / box.height)
      return skin.values[y * skin.widthPx + x] ?? 0
    }
    expect(skinAbove(nothing)).toBeGreaterThan(0.9)
    expect(skinAbove({ ...nothing, worn })).toBeLessThan(0.1)
  })
})

describe('hair within the outline of a face, which a network has beside it alone', () => {
  const BROWN: Rgb = [100, 77, 66]
  /** Along one side and over the forehead, as in a turned face. */
  const isWithin = (x: number, y: number) =>
    isFace(x, y) && (x - MIDDLE.x > 0.62 * FACE.across || y - MIDDLE.y < -0.5 * FACE.down)
  const isBeside = (x: number, y: number) => !isFace(x, y) && isFace(x - 12, y + 12)
  const beside = chanceOf(isBeside)
  const withHair = (dark: Rgb, isDark: (x: number, y: number) => boolean): Raster =>
    paint(SIDE, SIDE, (x, y) => {
      if (isDark(x, y) || isBeside(x, y)) return dark
      return isFace(x, y) ? SKIN : WALL
    })

  it('makes skin no darker: it goes on from what the network has', () => {
    const without = toneOf(withHair(BROWN, isWithin), null).tone[0]
    const known = toneOf(withHair(BROWN, isWithin), beside).tone[0]
    expect(known).toBeGreaterThan(without + 0.02)
    expect(known).toBeGreaterThan(bare - 0.012)
  })

  it('is shade where it reaches the middle of the face, and is skin then', () => {
    const isHalf = (x: number, y: number) => isFace(x, y) && x > MIDDLE.x + 4
    const picture = withHair(BROWN, isHalf)
    const [known, without] = [
      toneOf(picture, beside),
      toneOf(
        picture,
        chanceOf(() => false),
      ),
    ]
    const count = ({ seen }: typeof known) => seen.skin.values.reduce((sum, own) => sum + own, 0)
    expect(count(known)).toBeGreaterThan(0.9 * count(without))
  })
})

describe('a face that lies in the shade at its sides', () => {
  it('is known by its lit places, which are lighter than its mean', () => {
    const picture = paint(SIDE, SIDE, (x, y) => {
      if (!isFace(x, y)) return WALL
      const by = 1 - 0.3 * Math.min(1, Math.abs(x - MIDDLE.x) / FACE.across) ** 2
      return [SKIN[0] * by, SKIN[1] * by, SKIN[2] * by]
    })
    const { tone, lit } = toneOf(picture, null)
    expect(lit).toBeGreaterThan(tone[0] + 0.01)
  })

  it('and one in even light are painted lighter than they are, by no more than 0.04', async () => {
    const result = await drawn(between(SKIN), people(), {
      look: 'soft',
      strength: 0.8,
      proportions: 0,
    })
    const lightOf = ([red, green, blue]: Rgb) => {
      const colour: OkLab = [0, 0, 0]
      toOkLab(red, green, blue, colour)
      return colour[0]
    }
    const lit = lightOf(colourAt(result, MIDDLE.x + 30, MIDDLE.y + 12)) - lightOf(SKIN)
    const shaded = lightOf(colourAt(result, MIDDLE.x - 68, MIDDLE.y + 36)) - lightOf(SKIN)
    expect(lit).toBeGreaterThan(0.02)
    expect(shaded).toBeLessThan(lit - 0.03)
    // A sixth of it is the shade of the cel.
    expect((5 * lit + shaded) / 6).toBeGreaterThan(0.02)
    expect((5 * lit + shaded) / 6).toBeLessThan(0.04)
  })

  it('is not painted darker on its cheeks than they are', async () => {
    const picture = between(SKIN)
    const result = await drawn(picture, people(), { look: 'soft', strength: 0.8, proportions: 0 })
    const [red] = colourAt(result, MIDDLE.x + 30, MIDDLE.y + 12)
    expect(red).toBeGreaterThan(SKIN[0] - 12)
  })
})
