import { describe, expect, it } from 'vitest'
import { grade } from '#core/imaging/tools/anime/colour/palette.ts'
import { animeLooks } from '#core/imaging/tools/anime/looks.ts'
import { calmBodySkin } from '#core/imaging/tools/anime/skin/body-skin.ts'
import { isBelowJaw, isUnderJaw } from '#core/imaging/tools/anime/skin/chin-frame.ts'
import type { BodySkin } from '#core/imaging/tools/anime/skin/flat-skin.ts'
import { type SkinOfBody, strengthOf } from '#core/imaging/tools/anime/skin/skin-of-body.ts'
import { LIKE } from '#core/imaging/tools/anime/skin/skin-owners.ts'
import type { OkLabPicture } from '#core/imaging/tools/anime/study.ts'
import type { OkLab } from '#core/pixels/oklab.ts'
import { kernels } from '../../../../fixtures/kernels.ts'
import { FACE, isFace, MIDDLE, people, SIDE } from '../../made-face.ts'
import { paint } from '../../made-pictures.ts'
import { colourAt, drawn, plain, SKIN, WALL } from '../../painted-face.ts'

const TONE: OkLab = [0.74, 0.05, 0.055]
const chin = { x: MIDDLE.x, y: MIDDLE.y + FACE.down }
const neckAt = (chin.y + 20) * SIDE + chin.x
const armAt = 300 * SIDE + 20

/** What becomes of a neck, and of an arm far from it, that are painted as they are. */
function calmed(
  neck: OkLab,
  arm: OkLab,
  isBearded = false,
  body: BodySkin | null = null,
  pale = 0,
  tone = TONE,
) {
  const of = Uint32Array.from({ length: SIDE * SIDE }, (_, at) => {
    const [x, y] = [at % SIDE, Math.floor(at / SIDE)]
    if (Math.abs(x - chin.x) < 40 && y > chin.y && y < chin.y + 40) return 1
    return x < 40 && y > 280 ? 2 : 0
  })
  const colours = [[0.9, 0, 0], neck, arm] as const
  const plane = (c: 0 | 1 | 2) => Float32Array.from(of, (cell) => colours[cell]?.[c] ?? 0)
  const size = { widthPx: SIDE, heightPx: SIDE }
  const picture = (): OkLabPicture => ({ ...size, lightness: plane(0), a: plane(1), b: plane(2) })
  const [painted, seen] = [picture(), picture()]
  const skins: SkinOfBody[] = people().faces.map((face) => ({
    face,
    tone,
    light: tone[0],
    isBearded,
    pale,
  }))
  calmBodySkin(
    kernels,
    painted,
    seen,
    { ...size, of, total: 3 },
    new Float32Array(of.length).fill(1),
    skins,
    body,
  )
  const colour = (at: number): OkLab => [
    painted.lightness[at] ?? 0,
    painted.a[at] ?? 0,
    painted.b[at] ?? 0,
  ]
  return { neck: colour(neckAt), arm: colour(armAt) }
}

/** A body all over the picture, each place in one tone of it. */
const bodyOf = (tone: number, paints: readonly OkLab[] = []): BodySkin => ({
  toneAt: new Int8Array(SIDE * SIDE).fill(tone),
  light: new Float32Array(SIDE * SIDE),
  paints,
})

const chroma = ([, a, b]: OkLab) => Math.hypot(a, b)
const near = (one: OkLab, other: OkLab) => one.every((v, c) => Math.abs(v - (other[c] ?? 0)) < 1e-6)

describe('the skin of a body drawn as anime', () => {
  it('has a shade under the chin that is a tone of the face', () => {
    const { neck } = calmed([0.25, 0.02, 0.02], TONE)
    expect(neck[0]).toBeGreaterThan(TONE[0] * 0.6)
    expect(neck[0]).toBeLessThan(TONE[0] * 0.9)
    expect(Math.atan2(neck[2], neck[1])).toBeCloseTo(Math.atan2(TONE[2], TONE[1]), 5)
  })

  it('has a lighter one where the face is pale and lies in the shade, which else would be brown', () => {
    const dark: OkLab = [0.25, 0.02, 0.02]
    const lightOf = (pale: number) => calmed(dark, TONE, false, null, pale).neck[0]
    const dim: OkLab = [0.5, TONE[1], TONE[2]]
    const dimOf = (pale: number) => calmed([0.2, 0.02, 0.02], TONE, false, null, pale, dim).neck[0]
    expect(dimOf(1)).toBeGreaterThan(dimOf(0) + 0.01)
    expect(lightOf(1)).toBeLessThan(TONE[0] * 0.95)
  })

  it('leaves a dark red collar its colour, which is far too strong for skin in the shade', () => {
    const collar: OkLab = [0.31, 0.13, 0.07]
    expect(near(calmed(collar, TONE).neck, collar)).toBe(true)
  })

  it('takes the dark under a chin that light through the skin makes strong in the same hue', () => {
    const by = 2.6 / TONE[0]
    const through: OkLab = [0.4, TONE[1] * by * 0.4, TONE[2] * by * 0.4]
    expect(calmed(through, TONE).neck[0]).toBeGreaterThan(0.7 * TONE[0])
  })

  it('leaves a dark violet scarf, whose hue is no noise, its colour', () => {
    const scarf: OkLab = [0.34, 0.045, 0.006]
    expect(near(calmed(scarf, TONE).neck, scarf)).toBe(true)
  })

  it('leaves a black collar black, however warm its black is', () => {
    const collar: OkLab = [0.16, 0.011, 0.014]
    expect(calmed(collar, TONE).neck[0]).toBeLessThan(0.2)
  })

  it('has no dark band under a chin for the shade that lies there, and keeps what lies on a chest', async () => {
    const isNeck = (x: number, y: number) => Math.abs(x - chin.x) < 44 && y > chin.y - 30
    const isBand = (y: number, from: number) => y > chin.y + from && y < chin.y + from + 7
    const darkestFrom = async (from: number) => {
      const picture = paint(SIDE, SIDE, (x, y) => {
        if (isFace(x, y)) return SKIN
        if (isNeck(x, y)) return isBand(y, from) ? [120, 84, 66] : [190, 138, 115]
        return WALL
      })
      const who = people((x, y) => isFace(x, y) || isNeck(x, y))
      const result = await drawn(picture, who, { ...plain, look: 'soft', proportions: 0 })
      const rows = Array.from({ length: 9 }, (_, i) => chin.y + from - 1 + i)
      return Math.min(...rows.map((y) => colourAt(result, chin.x, y)[0]))
    }
    expect(await darkestFrom(9)).toBeGreaterThan((await darkestFrom(40)) + 15)
  })

  it('is no more colourful than its face', () => {
    const { arm } = calmed(TONE, [0.7, 0.05, 0.083])
    expect(chroma(arm)).toBeLessThan(chroma(TONE) * 1.15)
    expect(arm[0]).toBeCloseTo(0.7, 5)
  })

  it('comes nearer to the light of its face where it is one skin with it, in shade and in sun', () => {
    const body = bodyOf(LIKE)
    const armIn = (light: number) => {
      const share = light / TONE[0]
      return calmed(TONE, [light, TONE[1] * share, TONE[2] * share], false, body).arm[0]
    }
    expect(armIn(0.55)).toBeGreaterThan(0.59)
    expect(armIn(0.55)).toBeLessThan(TONE[0])
    expect(armIn(0.84)).toBeLessThan(0.81)
    expect(armIn(0.2)).toBeCloseTo(0.2, 5)
  })

  it('is no tan coat, which is fainter in colour than skin in its light, and keeps its own', () => {
    const inLight = (light: number, strength: number): OkLab => {
      const by = ((light / TONE[0]) * strength * strengthOf(TONE)) / chroma(TONE)
      return [light, TONE[1] * by, TONE[2] * by]
    }
    for (const light of [0.52, 0.66, 0.74]) {
      const coat = inLight(light, 0.58)
      expect(near(calmed(TONE, coat).arm, coat)).toBe(true)
      const skin = inLight(light, 0.9)
      expect(chroma(calmed(TONE, skin).arm)).toBeGreaterThan(chroma(skin))
    }
  })

  it('takes the less of its colour the less it is like it, so that no part of a beige coat is rosy', () => {
    const turned = (by: number): OkLab => {
      const [hue, strong] = [Math.atan2(TONE[2], TONE[1]) + by, Math.hypot(TONE[1], TONE[2])]
      return [0.74, strong * Math.cos(hue), strong * Math.sin(hue)]
    }
    const movedBy = (by: number) => {
      const own = turned(by)
      return (calmed([0.7, 0.05, 0.05], own).arm[1] - own[1]) / (TONE[1] - own[1])
    }
    expect(movedBy(0.1)).toBeCloseTo(0.5, 1)
    expect(movedBy(0.345)).toBeLessThan(0.05)
  })

  it('is painted in the tones of its body where it is surely skin', () => {
    const paints: OkLab[] = [
      [0.55, 0.05, 0.05],
      [0.73, 0.05, 0.055],
    ]
    const { neck, arm } = calmed([0.5, 0.05, 0.04], [0.66, 0.04, 0.05], false, bodyOf(1, paints))
    expect(near(neck, paints[1] ?? TONE)).toBe(true)
    expect(near(arm, paints[1] ?? TONE)).toBe(true)
  })

  it('is neither a black collar, a beard, a red sweet nor a pink coat', () => {
    const kept: [OkLab, boolean][] = [
      [[0.2, 0.001, -0.003], false],
      [[0.3, 0.02, 0.025], true],
      [[0.6, 0.19, 0.1], false],
    ]
    for (const [colour, isBearded] of kept) {
      const { neck } = calmed(colour, TONE, isBearded)
      expect(near(neck, colour)).toBe(true)
    }
    const pink: OkLab = [0.85, 0.045, 0.012]
    expect(near(calmed(TONE, pink).arm, pink)).toBe(true)
  })
})

describe('black cloth', () => {
  it('stays black, in soft a dark slate, as dark grey stays darker than grey', () => {
    const darkest = { soft: 0.29, bold: 0.22, pop: 0.22 }
    for (const look of ['soft', 'bold', 'pop'] as const) {
      const { palette } = animeLooks[look]
      const seen = Float32Array.from({ length: 100 }, (_, at) => at / 100)
      // Each at one place: a wash is lighter here and darker there.
      const lightness = seen.map((light) => {
        const [a, b] = [new Float32Array(1), new Float32Array(1)]
        const grey = { widthPx: 1, heightPx: 1, lightness: Float32Array.of(light), a, b }
        grade(grey, palette, new Float32Array(1), { seen })
        return grey.lightness[0] as number
      })
      expect(lightness[8]).toBeLessThan(darkest[look])
      for (let at = 1; at < 100; at++) {
        expect(lightness[at]).toBeGreaterThan((lightness[at - 1] ?? 0) - 0.03)
      }
    }
  })
})

describe('a dark coat under dark hair', () => {
  it('is black in the bold look, and not painted as hair over the chest', async () => {
    const isHair = (x: number, y: number) =>
      y < MIDDLE.y + 30 && Math.hypot((x - 160) / 118, (y - 160) / 150) < 1
    const isSide = (x: number, y: number) => Math.abs(Math.abs(x - MIDDLE.x) - 90) < 26 && y > 190
    const isCoat = (x: number, y: number) => y > MIDDLE.y + 100 && Math.abs(x - MIDDLE.x) < 150
    const isDark = (x: number, y: number) =>
      !isFace(x, y) && (isHair(x, y) || isSide(x, y) || isCoat(x, y))
    const picture = paint(SIDE, SIDE, (x, y) => {
      const light = 60 + 14 * Math.sin(x / 2)
      if (isDark(x, y)) return [light, light * 0.9, light * 0.85]
      return isFace(x, y) ? SKIN : WALL
    })
    const result = await drawn(
      picture,
      people((x, y) => isFace(x, y) || isDark(x, y)),
      { ...plain, proportions: 0 },
    )
    expect(colourAt(result, 60, 120)[0]).toBeGreaterThan(50)
    const isTip = (x: number) => Math.abs(Math.abs(x - MIDDLE.x) - 90) < 60
    const row = Array.from({ length: 240 }, (_, i) => 40 + i)
    const chest = row.filter((x) => !isTip(x)).map((x) => colourAt(result, x, 290)[0])
    expect(Math.max(...chest)).toBeLessThan(40)
    const below = row.map((x) => colourAt(result, x, 318)[0])
    expect(Math.max(...below)).toBeLessThan(40)
  })
})

describe('the shade of a jaw', () => {
  const skins = people().faces.map((face) => ({
    face,
    tone: TONE,
    light: TONE[0],
    isBearded: false,
    pale: 0,
  }))

  it('lies along its line, which rises towards the ears, and nowhere else', () => {
    const isUnder = isUnderJaw(skins)
    expect(isUnder(chin.x, chin.y + 10)).toBe(true)
    expect(isUnder(chin.x, chin.y - 30)).toBe(false)
    expect(isUnder(chin.x, chin.y + 60)).toBe(false)
    // Aside the line is higher: what is under it there lies above the chin.
    const aside = chin.x + 0.8 * FACE.across
    expect(isUnder(aside, MIDDLE.y + 0.6 * FACE.down + 10)).toBe(true)
    expect(isUnder(aside, chin.y + 10)).toBe(false)
    expect(isUnder(chin.x + 2 * FACE.across, chin.y)).toBe(false)
  })

  it('ends above what lies below it, however far, and beside it as low', () => {
    const isBelow = people().faces.map(isBelowJaw)[0] ?? (() => false)
    expect(isBelow(chin.x, chin.y - 10)).toBe(false)
    expect(isBelow(chin.x, chin.y + 10)).toBe(true)
    expect(isBelow(chin.x, chin.y + 200)).toBe(true)
    const aside = chin.x + 0.8 * FACE.across
    expect(isBelow(aside, MIDDLE.y + 0.6 * FACE.down + 10)).toBe(true)
    expect(isBelow(chin.x - 1.5 * FACE.across, MIDDLE.y - 0.5 * FACE.down)).toBe(false)
    expect(isBelow(chin.x - 1.5 * FACE.across, chin.y)).toBe(true)
  })

  it('is that of any of several faces, and of nobody where there are none', () => {
    const moved = skins.map(({ face, ...skin }) => ({
      ...skin,
      face: {
        ...face,
        points: {
          ...face.points,
          points: face.points.points.map(({ x, y }) => ({ x: x + 500, y })),
        },
      },
    }))
    const isUnder = isUnderJaw([...skins, ...moved])
    expect(isUnder(chin.x, chin.y + 10)).toBe(true)
    expect(isUnder(chin.x + 500, chin.y + 10)).toBe(true)
    expect(isUnder(chin.x + 250, chin.y + 10)).toBe(false)
    expect(isUnderJaw([])(chin.x, chin.y + 10)).toBe(false)
  })
})
