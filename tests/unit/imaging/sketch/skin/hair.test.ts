import { describe, expect, it } from 'vitest'
import type { InferenceSession } from '#core/imaging/tool.ts'
import { hairIn } from '#core/imaging/tools/sketch/skin/hair.ts'
import { skinOf } from '#core/imaging/tools/sketch/skin/skin.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { FACE, isFace, MIDDLE, people, SIDE } from '../../made-face.ts'
import { paint, testJob } from '../../made-pictures.ts'
import { type Rgb, SKIN, WALL } from '../../painted-face.ts'

/** Hair over the forehead, and above it. */
const isHair = (y: number) => y < MIDDLE.y - 0.55 * FACE.down
const isPerson = (x: number, y: number) =>
  isFace(x, y) || (isHair(y) && Math.abs(x - MIDDLE.x) < 60 && y > 40)
const [red, green, blue] = SKIN
/** Hair that is taken for skin by its colour. */
const FAIR = [red, green, blue - 26] as const
const pictureOf = (hair: Rgb): Raster =>
  paint(SIDE, SIDE, (x, y) => (isPerson(x, y) ? (isHair(y) ? hair : SKIN) : WALL))
const picture = pictureOf(FAIR)

/** A network that sees hair in the upper part of all that it is shown. */
const network: InferenceSession = {
  run: async ({ shape: [, , rows, columns] }) => {
    const [height, width] = [rows / 2, columns / 2]
    const values = Float32Array.from({ length: height * width }, (_, at) =>
      Math.floor(at / width) < 0.28 * height ? 0.95 : 0.02,
    )
    return { shape: [1, 1, height, width], values }
  },
  release: async () => undefined,
}

const at = (plane: { readonly values: Float32Array } | undefined, x: number, y: number) =>
  plane?.values[Math.round(y) * SIDE + x] ?? 0

describe('hair in a sketch', () => {
  it('is no skin where the network is sure of it, though it has the colour of the face', async () => {
    const who = people(isPerson)
    const hair = await hairIn(testJob(), network, picture, who, 1)
    const [known, unknown] = [
      await skinOf(testJob(), picture, picture, who, hair),
      await skinOf(testJob(), picture, picture, who),
    ]
    const fringe = [MIDDLE.x, MIDDLE.y - 0.8 * FACE.down] as const
    const cheek = [MIDDLE.x + 30, MIDDLE.y + 15] as const
    expect(at(unknown?.share, ...fringe)).toBeGreaterThan(0.7)
    expect(at(known?.share, ...fringe)).toBeLessThan(0.3)
    expect(at(known?.bare, ...fringe)).toBeLessThan(0.3)
    expect(at(known?.share, ...cheek)).toBeGreaterThan(0.9)
  })

  it('is none on a shaved head, which has the hue and the light of its face', async () => {
    const hair = await hairIn(testJob(), network, pictureOf(SKIN), people(isPerson), 1)
    expect(Math.max(...(hair?.chance.values ?? []))).toBeLessThan(0.05)
  })

  it('is nobody’s where the mask has no person, as on a wall above a head', async () => {
    const hair = await hairIn(testJob(), network, picture, people(isPerson), 1)
    expect(at(hair?.chance, MIDDLE.x, 60)).toBeGreaterThan(0.9)
    expect(at(hair?.chance, MIDDLE.x, 20)).toBeLessThan(0.05)
    expect(at(hair?.chance, MIDDLE.x + 100, 60)).toBeLessThan(0.05)
  })

  it('is not looked for about faces that are too small for it', async () => {
    const small = { ...people(isPerson) }
    const tiny = small.faces.map((face) => ({ ...face, widthPx: 4 }))
    expect(await hairIn(testJob(), network, picture, { ...small, faces: tiny }, 1)).toBeNull()
  })
})
