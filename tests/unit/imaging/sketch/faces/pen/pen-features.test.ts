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

/** A picture in which the face is small. */
const LARGE_SIDE = 1500

/** The photo of the face, with something on its skin, by places from its middle. */
const photo = (colourAt: (x: number, y: number) => Rgb | null, side = SIDE) =>
  paint(side, SIDE, (x, y) => {
    if (!isFace(x, y)) return [120, 120, 120]
    return colourAt(x - MIDDLE.x, y - MIDDLE.y) ?? SKIN
  })

/** A mouth of which the line lies so far below its points. */
const closedMouth = (lower = 0) =>
  photo((x, y) => {
    if (Math.abs(x) < 23 && Math.abs(y - LIPS_MEET - lower) < 1.5) return DARK
    return Math.hypot(x / 24, (y - LIPS_MEET) / 8) < 1 ? LIP : null
  })

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

/** What is drawn of a face where the photo left marks: how black the drawing is at a place from its middle. */
function drawn(
  face: Parameters<typeof penFeaturesOf>[2],
  picture: ReturnType<typeof photo>,
  isMarked: Where,
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
  })
  drawPenFeatures(kernels, planes, face, penFeaturesOf(kernels, picture, face))
  return (x: number, y: number) =>
    1 - (planes.lines.values[(MIDDLE.y + y) * side + MIDDLE.x + x] ?? 1)
}

const nothing: Where = () => false
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
    const hidden = drawn({ ...made(), isMouthHidden: true }, closedMouth(), scraps)
    const turned = drawn({ ...made(), frontal: 0.01 }, closedMouth(), scraps)
    for (const black of [hidden, turned]) expect(black(-6, LIPS_MEET + 5)).toBe(1)
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

  it('keeps the form that a large face has', () => {
    expect(drawn(made(), nostrils(SIDE), bar)(0, 25)).toBe(1)
  })
})

describe('eyes of a pen', () => {
  const [EYE, LEVEL] = [32, -20]
  const eyes = (hair = false) =>
    photo((x, y) => {
      const [across, down] = [Math.abs(x) - EYE, y - LEVEL]
      if (hair && y < LEVEL + 20) return DARK
      if (Math.hypot(across, down) < 5) return DARK
      return Math.hypot(across / 14, down / 6) < 1 ? TEETH : null
    }, LARGE_SIDE)
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

  it('stay as they are where they are seen, and where hair hangs over them', () => {
    const seen = drawn(made(), eyes(), iris)
    expect(seen(EYE - 4, LEVEL - 1)).toBe(1)
    expect(seen(EYE + 11, LEVEL - 3)).toBe(0)
    expect(drawn(made(), eyes(true), blot)(EYE + 9, LEVEL)).toBe(1)
  })
})
