import { describe, expect, it } from 'vitest'
import type { Point } from '#core/imaging/face-points/face-points.ts'
import type { FoundFace } from '#core/imaging/face-points/find-faces.ts'
import { facePointGroups } from '#core/imaging/face-points/groups.ts'
import {
  drawPenFeatures,
  penFeaturesOf,
} from '#core/imaging/tools/sketch/faces/pen/pen-features.ts'
import type { Drawn } from '#core/imaging/tools/sketch/faces/pen/pen-strokes.ts'
import { createFloatPlane } from '#core/pixels/pixels.ts'
import { bearded, isFace, MIDDLE, people, SIDE, type Where } from '../../../made-face.ts'
import { paint, testJob } from '../../../made-pictures.ts'

type Rgb = readonly [number, number, number]

const SKIN: Rgb = [200, 155, 135]
const LIP: Rgb = [185, 135, 120]
const DARK: Rgb = [40, 20, 20]
const TEETH: Rgb = [235, 230, 222]
/** Where the lips of the made face meet. */
const LIPS_MEET = 55

const made = (who = people()): FoundFace => {
  const [face] = who.faces
  if (face === undefined) throw new Error('nobody')
  return face
}

const nothing: Where = () => false

/** A picture in which the face is small. */
const LARGE_SIDE = 1500
/** And one in which it is neither small nor large. */
const MIDDLING_SIDE = 750

/** The photo of the face, with something on its skin, by places from its middle. */
const photo = (colourAt: (x: number, y: number) => Rgb | null, side = SIDE) =>
  paint(side, SIDE, (x, y) => {
    if (!isFace(x, y)) return [120, 120, 120]
    return colourAt(x - MIDDLE.x, y - MIDDLE.y) ?? SKIN
  })

/** A mouth of which the line lies so far below its points. */
const closedMouth = (lower = 0, side = SIDE) =>
  photo((x, y) => {
    if (Math.abs(x) < 23 && Math.abs(y - LIPS_MEET - lower) < 1.5) return DARK
    return Math.hypot(x / 24, (y - LIPS_MEET) / 8) < 1 ? LIP : null
  }, side)

/** Lips that are so far apart. */
const laughing = (by: number): FoundFace => {
  const face = made()
  const points: Point[] = [...face.points.points]
  for (const group of ['mouthBottom', 'lipsBottom'] as const) {
    const indices = facePointGroups[group]
    indices.forEach((index, i) => {
      const p = points[index]
      if (p)
        points[index] = { x: p.x, y: p.y + by * Math.sin((Math.PI * i) / (indices.length - 1)) }
    })
  }
  return { ...face, points: { ...face.points, points } }
}

/** A face of which the mouth lies in the outline. */
function inProfile(): FoundFace {
  const face = made()
  const points: Point[] = [...face.points.points]
  for (const index of facePointGroups.faceOval) {
    const p = points[index]
    if (p) points[index] = { x: Math.min(p.x, MIDDLE.x), y: p.y }
  }
  return { ...face, frontal: 0.01, points: { ...face.points, points } }
}

/** What is drawn of a face where the photo left marks and shade: planes, and places from its middle. */
function planesOf(
  face: Parameters<typeof penFeaturesOf>[2],
  picture: ReturnType<typeof photo>,
  isMarked: Where,
  isShaded: Where = nothing,
) {
  const { kernels } = testJob()
  const { widthPx: side } = picture
  const planes: Drawn = {
    lines: createFloatPlane(side, SIDE),
    shading: createFloatPlane(side, SIDE),
  }
  planes.lines.values.forEach((_, i) => {
    const [x, y] = [(i % side) - MIDDLE.x, Math.floor(i / side) - MIDDLE.y]
    planes.lines.values[i] = isMarked(x, y) ? 0 : 1
    planes.shading.values[i] = isShaded(x, y) ? 0.8 : 0
  })
  drawPenFeatures(kernels, planes, face, penFeaturesOf(kernels, picture, face))
  return {
    /** How black the drawing is there, and how dark it is shaded. */
    black: (x: number, y: number) =>
      1 - (planes.lines.values[(MIDDLE.y + y) * side + MIDDLE.x + x] ?? 1),
    shade: (x: number, y: number) =>
      planes.shading.values[(MIDDLE.y + y) * side + MIDDLE.x + x] ?? 0,
  }
}

const drawn = (...of: Parameters<typeof planesOf>) => planesOf(...of).black

/** Scraps all over the lips. */
const scraps: Where = (x, y) => Math.abs(x) < 20 && Math.abs(y - LIPS_MEET) < 8 && (x + y) % 3 === 0

describe('a mouth of a pen', () => {
  it('has its line and no scraps on its lips', () => {
    const black = drawn(made(), closedMouth(), scraps)
    expect(black(0, LIPS_MEET)).toBeGreaterThan(0.6)
    expect(black(-6, LIPS_MEET + 5)).toBeLessThan(0.2)
    expect(black(6, LIPS_MEET + 5)).toBeLessThan(0.2)
  })

  it('has its line where the photo has it', () => {
    const black = drawn(made(), closedMouth(3), nothing)
    expect(Math.max(black(-8, LIPS_MEET + 2), black(-8, LIPS_MEET + 3))).toBeGreaterThan(0.6)
    expect(black(-8, LIPS_MEET)).toBeLessThan(0.2)
  })

  it('ends at the corners of its points, though a fold goes on from them', () => {
    const folded = photo((x, y) => {
      const fold = Math.max(0, Math.abs(x) - 13) * 0.45
      return Math.abs(x) < 32 && Math.abs(y - LIPS_MEET - fold) < 1.5 ? DARK : null
    })
    const black = drawn(made(), folded, nothing)
    expect(black(0, LIPS_MEET)).toBeGreaterThan(0.6)
    expect(Math.max(black(18, LIPS_MEET), black(18, LIPS_MEET + 1))).toBeGreaterThan(0.5)
    expect(black(18, LIPS_MEET + 3)).toBeLessThan(0.3)
  })

  it('keeps teeth as paper, and is black where it is dark', () => {
    const open = (within: Rgb) =>
      photo((x, y) => {
        if (Math.abs(x) < 20 && Math.abs(y - LIPS_MEET) < 2) return DARK
        if (Math.abs(x) < 20 && y > LIPS_MEET && y < LIPS_MEET + 14) return within
        return null
      })
    const line: Where = (x, y) => Math.abs(x) < 2 && y > LIPS_MEET + 2 && y < LIPS_MEET + 12
    expect(drawn(laughing(16), open(TEETH), line)(0, LIPS_MEET + 7)).toBeLessThan(0.1)
    expect(drawn(laughing(16), open(DARK), line)(0, LIPS_MEET + 7)).toBeGreaterThan(0.8)
  })

  it('is shaded where lips are painted, and not where they are as light as skin', () => {
    const painted = (lip: Rgb) =>
      photo((x, y) => {
        if (Math.abs(x) < 23 && Math.abs(y - LIPS_MEET) < 1.2) return DARK
        return Math.hypot(x / 24, (y - LIPS_MEET) / 9) < 1 ? lip : null
      }, LARGE_SIDE)
    const ofUpper = (lip: Rgb) => {
      const black = drawn(made(), painted(lip), nothing)
      return [-8, -4, 4, 8].reduce((sum, x) => sum + black(x, LIPS_MEET - 4), 0)
    }
    expect(ofUpper([120, 20, 30])).toBeGreaterThan(ofUpper(SKIN) + 1)
  })

  it('keeps what lies on its upper lip under a moustache', () => {
    const black = drawn(made(bearded(people())), closedMouth(), (_, y) => y < LIPS_MEET - 2)
    expect(black(5, LIPS_MEET - 5)).toBe(1)
  })

  it('stays as it was where a hand hides it, and in a profile', () => {
    const small = closedMouth(0, LARGE_SIDE)
    const hidden = drawn({ ...made(), isMouthHidden: true }, small, scraps)
    const turned = drawn(inProfile(), small, scraps)
    for (const black of [hidden, turned]) expect(black(-6, LIPS_MEET + 5)).toBe(1)
  })

  it('is drawn in a face that is turned by less than to its profile', () => {
    const black = drawn({ ...made(), frontal: 0.01 }, closedMouth(0, LARGE_SIDE), scraps)
    expect(black(0, LIPS_MEET)).toBeGreaterThan(0.6)
    expect(black(-6, LIPS_MEET + 4)).toBeLessThan(0.2)
  })

  it('stays as it was where the photo shows no line there', () => {
    const blank = drawn(
      made(),
      photo(() => null),
      scraps,
    )
    expect(blank(-6, LIPS_MEET + 5)).toBe(1)
  })
})

describe('the base of a nose of a pen', () => {
  const nostrils = (side: number) =>
    photo((x, y) => (Math.hypot((Math.abs(x) - 8) / 4, (y - 26) / 2) < 1 ? DARK : null), side)
  const bar: Where = (x, y) => Math.abs(x) < 14 && y >= 24 && y < 31

  it('is two nostrils and no bar in a small face', () => {
    const black = drawn(made(), nostrils(LARGE_SIDE), bar)
    expect(black(-8, 26)).toBeGreaterThan(0.6)
    expect(black(8, 26)).toBeGreaterThan(0.6)
    expect(black(0, 25)).toBeLessThan(0.2)
  })

  it('is one soft line from nostril to nostril', () => {
    expect(drawn(made(), nostrils(LARGE_SIDE), nothing)(0, 28)).toBeGreaterThan(0.4)
  })

  it('has lines and no shade for folds beside it in a small face', () => {
    const fold: Where = (x, y) => Math.abs(Math.abs(x) - 27) < 2 && Math.abs(y - 40) < 6
    const line: Where = (x, y) => Math.abs(x) === 27 && Math.abs(y - 40) < 6
    const of = (side: number) => planesOf(made(), closedMouth(0, side), line, fold)
    expect(of(LARGE_SIDE).shade(27, 40)).toBeLessThan(0.4)
    expect(of(LARGE_SIDE).black(27, 40)).toBe(1)
    expect(of(SIDE).shade(27, 40)).toBeCloseTo(0.8)
  })

  it('keeps the form that a large face has', () => {
    expect(drawn(made(), nostrils(SIDE), bar)(0, 25)).toBe(1)
  })
})

describe('eyes of a pen', () => {
  const [EYE, LEVEL] = [32, -20]
  const eyes = (hair = false, side = LARGE_SIDE) =>
    photo((x, y) => {
      const [across, down] = [Math.abs(x) - EYE, y - LEVEL]
      if (hair && y < LEVEL + 20) return DARK
      if (Math.hypot(across, down) < 5) return DARK
      return Math.hypot(across / 14, down / 6) < 1 ? TEETH : null
    }, side)
  const blot: Where = (x, y) => Math.hypot((Math.abs(x) - EYE) / 16, (y - LEVEL) / 9) < 1
  const iris: Where = (x, y) => Math.hypot(Math.abs(x) - EYE, y - LEVEL) < 5

  it('have their white and a dark iris where they were blots', () => {
    const black = drawn(made(), eyes(), blot)
    for (const side of [-1, 1]) {
      expect(black(side * (EYE + 9), LEVEL)).toBeLessThan(0.2)
      expect(black(side * EYE + 2, LEVEL + 1)).toBeGreaterThan(0.8)
    }
  })

  it('are drawn where there were none', () => {
    expect(drawn(made(), eyes(), nothing)(EYE + 2, LEVEL + 1)).toBeGreaterThan(0.8)
  })

  it('are drawn in a small face without what lies about them', () => {
    const scrap: Where = (x, y) => Math.abs(x - EYE) < 3 && Math.abs(y - LEVEL - 12) < 2
    const black = drawn(made(), eyes(), (x, y) => iris(x, y) || scrap(x, y))
    expect(black(EYE + 2, LEVEL + 1)).toBeGreaterThan(0.8)
    expect(black(EYE, LEVEL + 12)).toBeLessThan(0.2)
  })

  it('stay as they are in a larger face where they are seen, and where hair hangs over them', () => {
    const seen = drawn(made(), eyes(false, MIDDLING_SIDE), iris)
    expect(seen(EYE - 4, LEVEL - 1)).toBe(1)
    expect(seen(EYE + 11, LEVEL - 3)).toBe(0)
    expect(drawn(made(), eyes(true), blot)(EYE + 9, LEVEL)).toBe(1)
  })
})
