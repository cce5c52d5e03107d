import { describe, expect, it } from 'vitest'
import type { BrushStroke } from '#core/imaging/brush-strokes.ts'
import type { FillEnvironment } from '#core/imaging/tools/rescue/filling/hole-guide.ts'
import { paint } from '../made-pictures.ts'
import { brushed } from './brushed-photo.ts'

type Point = readonly [x: number, y: number]

const [WIDTH, HEIGHT] = [300, 420]

/** A stroke through some places, px. */
const stroke = (radiusPx: number, ...path: readonly Point[]): BrushStroke => ({
  mode: 'add',
  radius: radiusPx / HEIGHT,
  points: path.map(([x, y]) => ({ x: x / WIDTH, y: y / HEIGHT })),
})

type LightAt = (x: number, y: number) => number

/** A network that guesses so much light at places of what it is shown, as if that were the photo. */
const guesses =
  (lightAt: LightAt): FillEnvironment['findGuess'] =>
  async () => ({
    run: async ({ shape: [, , height, width] }) => {
      const [high, wide] = [height / 2, width / 2]
      const values = Float32Array.from({ length: 3 * high * wide }, (_, at) => {
        const [x, y] = [at % wide, Math.floor(at / wide) % high]
        return lightAt(((x + 0.5) * WIDTH) / wide, ((y + 0.5) * HEIGHT) / high) / 255
      })
      return { shape: [1, 3, high, wide], values }
    },
    release: async () => undefined,
  })

const grain = (x: number, y: number) => ((Math.imul(x * 73 + y * 151, 2_654_435) >>> 8) % 17) - 8

/** A picture with a dark thing before it. */
const withThing = (lightAt: LightAt, isThing: (x: number, y: number) => boolean) =>
  paint(WIDTH, HEIGHT, (x, y) => {
    if (isThing(x, y)) return [20, 10, 30]
    const light = lightAt(x, y) + grain(x, y)
    return [light, light, light]
  })

/** How much of a picture comes back behind a thing: a share of the thing's pixels. */
async function broughtBack(
  lightAt: LightAt,
  strokes: readonly BrushStroke[],
  isThing: (x: number, y: number) => boolean,
  findGuess?: FillEnvironment['findGuess'],
): Promise<number> {
  const { rgba } = await brushed(withThing(lightAt, isThing), strokes, findGuess)
  let [right, all] = [0, 0]
  for (let at = 0; at < WIDTH * HEIGHT; at++) {
    const [x, y] = [at % WIDTH, Math.floor(at / WIDTH)]
    if (!isThing(x, y)) continue
    all++
    if (Math.abs((rgba[at * 4] ?? 0) - lightAt(x, y)) < 30) right++
  }
  return right / all
}

/** Somebody who stands before most of the picture. */
const isPerson = (x: number, y: number) =>
  Math.hypot(x - 150, y - 70) < 34 || (Math.abs(x - 150) < 52 && y > 95 && y < 390)
const person = [
  stroke(44, [150, 60], [150, 80]),
  stroke(36, [120, 120], [120, 370], [180, 370], [180, 120], [150, 250]),
]
const isBall = (x: number, y: number) => Math.hypot(x - 150, y - 210) < 50
const ball = [stroke(56, [150, 210])]

/** Sky and ground, and a dark tree that touches who stands there. */
const tree = (x: number, y: number) =>
  Math.hypot((x - 235) / 34, (y - 170) / 80) < 1 ? 50 : y < 250 ? 210 : 150

describe('something large that is brushed away', () => {
  it('leaves sky, wall and ground each at its height', async () => {
    const bands = (_: number, y: number) => (y < 150 ? 220 : y < 270 ? 90 : 160)
    expect(await broughtBack(bands, person, isPerson)).toBeGreaterThan(0.93)
  })

  it('is crossed by a slanting edge', async () => {
    const slope = (x: number, y: number) => (y < 150 + 0.4 * x ? 200 : 80)
    expect(await broughtBack(slope, ball, isBall)).toBeGreaterThan(0.95)
  })

  it('is crossed by tiles', async () => {
    const tiles = (x: number, y: number) =>
      (Math.floor(x / 30) + Math.floor(y / 30)) % 2 === 0 ? 70 : 200
    expect(await broughtBack(tiles, ball, isBall)).toBeGreaterThan(0.8)
  })

  it('is filled by patches that follow a guess', async () => {
    const hidden = (x: number, y: number) => (Math.hypot(x - 150, y - 210) < 30 ? 90 : tree(x, y))
    const alone = await broughtBack(hidden, ball, isBall)
    expect(
      await broughtBack(
        hidden,
        ball,
        isBall,
        guesses(() => 50),
      ),
    ).not.toBe(alone)
  })

  it('asks nobody about somebody who stood before most of the picture', async () => {
    const refuse = async () => {
      throw new Error('asked')
    }
    await brushed(withThing(tree, isPerson), person, refuse)
  })

  it('holds pixels of the picture alone, whatever is guessed', async () => {
    const bright = withThing(() => 200, isBall)
    const { rgba } = await brushed(
      bright,
      ball,
      guesses(() => 0),
    )
    expect(rgba.reduce((least, value) => Math.min(least, value), 255)).toBeGreaterThan(150)
  })

  it('is filled without a guess where the network cannot be had', async () => {
    const photo = withThing(tree, isBall)
    const without = await brushed(photo, ball)
    const refused = await brushed(photo, ball, async () => null)
    expect(Buffer.compare(Buffer.from(refused.rgba), Buffer.from(without.rgba))).toBe(0)
  })

  it('is the same each time it is guessed', async () => {
    const photo = withThing(tree, isBall)
    const once = await brushed(photo, ball, guesses(tree))
    const again = await brushed(photo, ball, guesses(tree))
    expect(Buffer.compare(Buffer.from(again.rgba), Buffer.from(once.rgba))).toBe(0)
  })

  it('alone asks for the network: a scratch or a spot does not', async () => {
    const small = [stroke(18, [60, 60]), stroke(6, [20, 400], [280, 300])]
    const refuse = async () => {
      throw new Error('asked')
    }
    await brushed(withThing(tree, isBall), small, refuse)
    await expect(brushed(withThing(tree, isBall), ball, refuse)).rejects.toThrow('asked')
  })
})
