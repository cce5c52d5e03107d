import { describe, expect, it } from 'vitest'
import {
  isBesideFaces,
  withBodies,
  withFlatSkin,
  withoutTones,
} from '#core/imaging/tools/anime/skin/flat-skin.ts'
import type { SkinOfBody } from '#core/imaging/tools/anime/skin/skin-of-body.ts'
import { NONE } from '#core/imaging/tools/anime/skin/skin-owners.ts'
import type { OkLab } from '#core/pixels/oklab.ts'
import { bareJob } from '../../../../fixtures/bare-job.ts'
import { FACE, isFace, MIDDLE, people, SIDE } from '../../made-face.ts'

const TONE: OkLab = [0.74, 0.05, 0.055]
const WALL: OkLab = [0.9, 0, -0.01]
const chin = MIDDLE.y + FACE.down
const isNeck = (x: number, y: number) => Math.abs(x - MIDDLE.x) < 45 && y > chin - 10

/** Skin in some light. */
const lit = (share: number): OkLab => [TONE[0] * share, TONE[1] * share, TONE[2] * share]

/** Each square of so many pixels is a cell of its own, as texture is cut. */
const SQUARE = 4
const PER_ROW = SIDE / SQUARE
const squareOf = (x: number, y: number) => Math.floor(y / SQUARE) * PER_ROW + Math.floor(x / SQUARE)

/** The tones of bodies in a drawn picture. */
function tonesIn(
  colourAt: (x: number, y: number) => OkLab,
  isHair = new Uint8Array(SIDE * SIDE),
  weaveAt: (x: number, y: number) => number = () => 0,
) {
  const size = { widthPx: SIDE, heightPx: SIDE }
  const at = (k: number): readonly [number, number] => [k % SIDE, Math.floor(k / SIDE)]
  const middle = (v: number) => Math.floor(v / SQUARE) * SQUARE
  const plane = (c: 0 | 1 | 2) =>
    Float32Array.from({ length: SIDE * SIDE }, (_, k) => {
      const [x, y] = at(k)
      return colourAt(middle(x), middle(y))[c]
    })
  const of = Uint32Array.from({ length: SIDE * SIDE }, (_, k) => squareOf(...at(k)))
  const skins: SkinOfBody[] = people().faces.map((face) => ({
    face,
    tone: TONE,
    light: TONE[0],
    isBearded: false,
    pale: 0,
  }))
  const beside = isBesideFaces(skins)
  const smooth = { ...size, lightness: plane(0), a: plane(1), b: plane(2) }
  const woven = smooth.lightness.map((light, k) => light + weaveAt(...at(k)))
  const { body, cells } = withFlatSkin(
    bareJob,
    { smooth, unsmoothed: { ...smooth, lightness: woven } },
    { ...size, of, total: PER_ROW ** 2 },
    new Float32Array(SIDE * SIDE).fill(1),
    skins,
    { isBeside: (k) => beside(...at(k)), isHair, isHand: new Uint8Array(SIDE * SIDE) },
  )
  return { toneAt: (x: number, y: number) => body.toneAt[y * SIDE + x] ?? 0, cells, body }
}

/** Light that differs from square to square as the texture of skin does. */
const texture = (x: number, y: number) => ((squareOf(x, y) * 7919) % 13) / 13 - 0.5

describe('the skin of bodies', () => {
  it('is cut into a tone and a shade that meet along one line, without patches of its texture', () => {
    const { toneAt } = tonesIn((x, y) => {
      if (!isFace(x, y) && !isNeck(x, y)) return WALL
      return lit((x < MIDDLE.x ? 0.68 : 1) + 0.2 * texture(x, y))
    })
    for (let y = chin + 4; y < SIDE - 4; y += 3) {
      const row = Array.from({ length: 76 }, (_, k) => toneAt(MIDDLE.x - 38 + k, y))
      expect(row.slice(0, 25).every((tone) => tone === 0)).toBe(true)
      expect(row.slice(-25).every((tone) => tone === 1)).toBe(true)
      expect(row.filter((tone, k) => k > 0 && tone !== row[k - 1])).toHaveLength(1)
    }
  })

  it('is compared with the photo in its own light, which fades where its two tones meet in an edge', () => {
    const { body } = tonesIn((x, y) => {
      if (!isFace(x, y) && !isNeck(x, y)) return WALL
      return lit(1 + 0.5 * Math.max(-0.5, Math.min(0.5, (x - MIDDLE.x) / 70)))
    })
    const painted = new Float32Array(SIDE * SIDE).fill(0.9)
    const seen = withoutTones(painted, body)
    const row = (chin + 24) * SIDE
    const steps = Array.from({ length: 70 }, (_, k) => {
      const at = row + MIDDLE.x - 35 + k
      return Math.abs((seen[at + 1] ?? 0) - (seen[at] ?? 0))
    })
    expect(body.toneAt[row + MIDDLE.x - 35]).toBe(0)
    expect(body.toneAt[row + MIDDLE.x + 35]).toBe(1)
    expect(Math.max(...steps)).toBeLessThan(0.02)
    expect(seen[row + 10]).toBeCloseTo(0.9, 5)
  })

  it('is no coat of its hue that is fainter in colour than skin in that light', () => {
    const isCoat = (x: number, y: number) => y > chin + 40 && !isNeck(x, y)
    const { toneAt } = tonesIn((x, y) => {
      if (isCoat(x, y)) return [0.68, 0.024, 0.0264]
      return isFace(x, y) || isNeck(x, y) ? lit(1) : WALL
    })
    expect(toneAt(MIDDLE.x, SIDE - 5)).toBeGreaterThanOrEqual(0)
    expect(toneAt(MIDDLE.x + 80, SIDE - 5)).toBeLessThan(0)
  })

  it('fades in more light than its face has, but is no cream cloth of another hue there', () => {
    const isChest = (x: number, y: number) => y > chin + 40 && x > 60 && x < 270
    const toneOf = (chest: OkLab) => {
      const { toneAt } = tonesIn((x, y) => {
        if (isChest(x, y)) return chest
        return isFace(x, y) || isNeck(x, y) ? lit(1) : WALL
      })
      return toneAt(MIDDLE.x, SIDE - 6)
    }
    const by = 1.2
    const faded = 0.52 * by
    expect(toneOf([TONE[0] * by, TONE[1] * faded, TONE[2] * faded])).toBeGreaterThanOrEqual(0)
    expect(toneOf([TONE[0] * by, TONE[1] * faded * 0.62, TONE[2] * faded * 1.05])).toBeLessThan(0)
    expect(toneOf([TONE[0] * by, TONE[1] * 0.3 * by, TONE[2] * 0.3 * by])).toBeLessThan(0)
  })

  it('has no line between its tone and its shade, and is a thing of its own beside clothes', () => {
    const of = Uint32Array.of(0, 0, 1, 1, 2, 2, 3, 3)
    const toneAt = Int8Array.of(0, 0, 1, 1, 2, 2, NONE, NONE)
    const things = withBodies(Uint32Array.of(0, 0, 0, 1), { of, total: 4 }, { toneAt })
    expect(things[0]).toBe(things[1])
    expect(new Set(things).size).toBe(3)
    expect(things[3]).toBe(1)
  })

  it('takes in a patch of a throat that something yellow shines on, but no yellow scarf', () => {
    const shone: OkLab = [0.66, 0.014, 0.085]
    const toneOf = (below: number, aside: number) => {
      const { toneAt } = tonesIn((x, y) => {
        const isPatch = y > chin + 8 && y < chin + below && Math.abs(x - MIDDLE.x) < aside
        if (isPatch) return shone
        return isFace(x, y) || isNeck(x, y) ? lit(1) : WALL
      })
      return toneAt(MIDDLE.x, chin + 22)
    }
    expect(toneOf(32, 14)).toBeGreaterThanOrEqual(0)
    expect(toneOf(SIDE, 70)).toBeLessThan(0)
  })

  it('is no knit of its colour, which is rough all over, but may have folds and noise', () => {
    const isChest = (x: number, y: number) => y > chin + 14 && x > 50 && x < 280
    const toneOf = (weave: (x: number, y: number) => number) => {
      const { toneAt } = tonesIn(
        (x, y) => (isFace(x, y) || isNeck(x, y) || isChest(x, y) ? lit(1) : WALL),
        undefined,
        (x, y) => (isChest(x, y) ? weave(x, y) : 0),
      )
      return toneAt(MIDDLE.x, SIDE - 8)
    }
    expect(toneOf((x, y) => (Math.floor(x / 2) % 2 === Math.floor(y / 2) % 2 ? 0.06 : -0.06))).toBe(
      NONE,
    )
    expect(toneOf((x) => (x % 40 < 3 ? -0.2 : 0))).toBeGreaterThanOrEqual(0)
    expect(toneOf((x, y) => (((x * 7 + y * 13) % 5) - 2) / 120)).toBeGreaterThanOrEqual(0)
  })

  it('takes in what is redder between it on a neck', () => {
    const { toneAt } = tonesIn((x, y) => {
      if (!isFace(x, y) && !isNeck(x, y)) return WALL
      return y > chin + 16 && y < chin + 24 ? [0.5, 0.075, 0.02] : lit(1)
    })
    expect(toneAt(MIDDLE.x, chin + 20)).toBeGreaterThanOrEqual(0)
  })

  it('is neither blue cloth, nor what is brown but far too dark, nor hair', () => {
    const isHair = new Uint8Array(SIDE * SIDE)
    for (let y = chin + 20; y < SIDE; y++) isHair.fill(1, y * SIDE + 40, y * SIDE + 60)
    const { toneAt } = tonesIn((x, y) => {
      if (x < 60) return lit(0.9)
      if (x > 270) return lit(0.3)
      return isFace(x, y) || isNeck(x, y) ? lit(1) : [0.5, -0.01, -0.08]
    }, isHair)
    expect(toneAt(220, SIDE - 8)).toBeLessThan(0)
    expect(toneAt(300, SIDE - 8)).toBeLessThan(0)
    expect(toneAt(50, SIDE - 8)).toBeLessThan(0)
    expect(toneAt(20, SIDE - 8)).toBeGreaterThanOrEqual(0)
  })
})
