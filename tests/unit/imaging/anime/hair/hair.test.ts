import { describe, expect, it } from 'vitest'
import { headOf } from '#core/imaging/face-points/head.ts'
import { findHair, type Hair } from '#core/imaging/tools/anime/hair/hair.ts'
import { PART } from '#core/imaging/tools/anime/hair/hair-tones.ts'
import { kernels } from '../../../../fixtures/kernels.ts'
import { okLabOf } from '../../../../fixtures/plain-paint.ts'
import { isFace, MIDDLE, people, planeWhere, SIDE, type Where } from '../../made-face.ts'
import { paint, paintPlane, testJob } from '../../made-pictures.ts'
import { type Rgb, SKIN, WALL } from '../../painted-face.ts'

const DARK: Rgb = [52, 38, 30]
const FAIR: Rgb = [206, 172, 104]

const isHead: Where = (x, y) => Math.hypot((x - MIDDLE.x) / 130, (y - MIDDLE.y) / 150) < 1
const isHair: Where = (x, y) => isHead(x, y) && !isFace(x, y) && y < MIDDLE.y + 60

const isAnybody: Where = (x, y) => isHair(x, y) || isFace(x, y)

/** How far a network is from seeing where hair ends, px. */
const UNSURE_PX = 14

/**
 * Which pixels are found to be hair of a head that is painted in these colours.
 * @param isSeen where the network sees hair, which it does softly
 * @param isPerson where the mask of people has somebody
 */
function hairIn(colourOf: (x: number, y: number) => Rgb, seen: Seen = {}): Where {
  const places = new Set(hairOf(colourOf, seen)?.places)
  return (x, y) => places.has(y * SIDE + x)
}

interface Seen {
  readonly isSeen?: Where
  readonly isSkin?: Where
  readonly isPerson?: Where
  /** Whether the mask of people has that head at all. */
  readonly isMasked?: boolean
}

function hairOf(
  colourOf: (x: number, y: number) => Rgb,
  { isSeen = isHair, isSkin = isFace, isPerson = isAnybody, isMasked = true }: Seen = {},
): Hair | null {
  const picture = paint(SIDE, SIDE, colourOf)
  const [face] = people().faces
  if (!face) throw new Error('There is a face.')
  const { box } = headOf(face, picture)
  const soft = kernels.gaussian(planeWhere(isSeen), UNSURE_PX)
  const chance = paintPlane(box.width, box.height, (across, down) => {
    const [x, y] = [box.x + across, box.y + down]
    return soft.values[y * SIDE + x] ?? 0
  })
  const skin = planeWhere(isSkin).values
  const person = isMasked ? planeWhere(isPerson) : null
  return findHair(testJob(), picture, okLabOf(picture), face, person, skin, chance)
}

/** How many patches of shadow, tone and light hair is painted in. */
function patchesOf(hair: Hair | null): number {
  const of = new Uint32Array(SIDE * SIDE)
  hair?.places.forEach((at, k) => {
    of[at] = 1 + (hair.parts[k] ?? 0)
  })
  return kernels.connectCells({ widthPx: SIDE, heightPx: SIDE, of, total: 4 }).total
}

/** How often shadow, tone and light change along a row of the picture. */
function changesAcross(hair: Hair | null, row: number): number {
  const parts = Array.from(hair?.places ?? []).flatMap((at, k) =>
    Math.floor(at / SIDE) === row ? [{ at, part: hair?.parts[k] }] : [],
  )
  parts.sort((one, other) => one.at - other.at)
  return parts.filter(({ part }, k) => k > 0 && part !== parts[k - 1]?.part).length
}

/** How much of the hair on one side is painted in shadow. */
function shadeOf(hair: Hair | null, side: number): number {
  let [shade, all] = [0, 0]
  hair?.places.forEach((at, k) => {
    if (Math.sign((at % SIDE) - MIDDLE.x) !== side) return
    all++
    if (hair.parts[k] === 0) shade++
  })
  return shade / Math.max(1, all)
}

/** Mean lightness of the hair on one side that lies neither in shadow nor in the light, OKLab. */
function toneOf(hair: Hair | null, side: number): number {
  const lights = Array.from(hair?.places ?? []).flatMap((at, k) =>
    Math.sign((at % SIDE) - MIDDLE.x) === side && hair?.parts[k] === PART.tone
      ? [hair.colours[3 * k] ?? 0]
      : [],
  )
  return lights.reduce((sum, light) => sum + light, 0) / Math.max(1, lights.length)
}

/** How much of the hair below its band of light is painted as lit. */
function litOf(hair: Hair | null): number {
  let [lit, all] = [0, 0]
  hair?.places.forEach((at, k) => {
    if (Math.floor(at / SIDE) < MIDDLE.y - 20) return
    all++
    if (hair.parts[k] === PART.light) lit++
  })
  return lit / Math.max(1, all)
}

/** A head with dark curls that go all ways. */
function curly(x: number, y: number): Rgb {
  if (isFace(x, y)) return SKIN
  if (!isHair(x, y)) return WALL
  const lit = 12 * (Math.sin(x / 2.1 + 2 * Math.sin(y / 3.3)) + Math.sin(y / 2.3))
  return [52 + lit, 38 + lit, 30 + lit]
}

const TOP = [MIDDLE.x, 30] as const
const SIDES = [
  [MIDDLE.x - 105, MIDDLE.y],
  [MIDDLE.x + 105, MIDDLE.y],
] as const

describe('hair in anime', () => {
  it('is found in both of its colours, dark over the forehead and fair beside the face', () => {
    const isRoot: Where = (_, y) => y < MIDDLE.y - 70
    const found = hairIn((x, y) => {
      if (isFace(x, y)) return SKIN
      return isHair(x, y) ? (isRoot(x, y) ? DARK : FAIR) : WALL
    })
    expect(found(...TOP)).toBe(true)
    for (const side of SIDES) expect(found(...side)).toBe(true)
  })

  it('ends where its colour does, where the network sees it only roughly', () => {
    const isSeen: Where = (x, y) => isHair(x, y - 8)
    const found = hairIn((x, y) => (isFace(x, y) ? SKIN : isHair(x, y) ? DARK : WALL), { isSeen })
    const end = MIDDLE.y + 60
    const [x] = SIDES[0]
    expect(found(x, end - 12)).toBe(true)
    expect(found(x, end + 4)).toBe(false)
  })

  it('is hair above a forehead, though it is fair and was taken for skin', () => {
    const isTaken: Where = (x, y) =>
      isFace(x, y) || (isHair(x, y) && Math.abs(x - MIDDLE.x) < 60 && y < MIDDLE.y - 70)
    const found = hairIn((x, y) => (isFace(x, y) ? SKIN : isHair(x, y) ? FAIR : WALL), {
      isSkin: isTaken,
    })
    expect(found(...TOP)).toBe(true)
    for (const side of SIDES) expect(found(...side)).toBe(true)
  })

  it('is not where the network is sure that there is none, whatever has its colour', () => {
    const isSeen: Where = (x, y) => isHair(x, y) && x < MIDDLE.x
    const found = hairIn((x, y) => (isFace(x, y) ? SKIN : isHair(x, y) ? DARK : WALL), { isSeen })
    expect(found(...SIDES[0])).toBe(true)
    expect(found(...SIDES[1])).toBe(false)
  })

  it('goes on where the mask of people lacks it, if the network is sure of it, and not if it is not', () => {
    const isPerson: Where = (x, y) => isAnybody(x, y) && x < MIDDLE.x + 40
    const colourOf = (x: number, y: number) =>
      isFace(x, y) ? SKIN : isHair(x, y) ? DARK : ([60, 62, 66] as const)
    const found = hairIn(colourOf, { isPerson })
    for (const side of SIDES) expect(found(...side)).toBe(true)
    const unsure = hairIn(colourOf, {
      isPerson,
      isSeen: (x, y) => isHair(x, y) && (x + y) % 5 < 3,
    })
    expect(unsure(...SIDES[0])).toBe(true)
    expect(unsure(...SIDES[1])).toBe(false)
  })

  it('does not go over to a post of its colour where the mask has lost a head, if the network doubts that it is hair', () => {
    const isPost: Where = (x, y) => x > MIDDLE.x + 112 && y < MIDDLE.y - 60
    const found = hairIn(
      (x, y) => (isFace(x, y) ? SKIN : isHair(x, y) || isPost(x, y) ? DARK : WALL),
      {
        isMasked: false,
        isSeen: (x, y) => isHair(x, y) || (isPost(x, y) && (x + y) % 5 === 0),
      },
    )
    for (const side of SIDES) expect(found(...side)).toBe(true)
    expect(found(MIDDLE.x + 140, MIDDLE.y - 100)).toBe(false)
  })

  it('lies in the shade together where less light falls on it', () => {
    const hair = hairOf((x, y) => {
      if (isFace(x, y)) return SKIN
      if (!isHair(x, y)) return WALL
      const light = 14 * Math.sin(x / 6) + (x < MIDDLE.x ? -22 : 22)
      return [90 + light, 66 + light, 50 + light]
    })
    const [left, right] = [shadeOf(hair, -1), shadeOf(hair, 1)]
    expect(left).toBeGreaterThan(1.5 * right)
  })

  it('has no holes where a wall shines through between its strands', () => {
    const isGap: Where = (x, y) => Math.hypot(x - MIDDLE.x, y - 32) < 6
    const found = hairIn(
      (x, y) => (isFace(x, y) ? SKIN : isHair(x, y) && !isGap(x, y) ? DARK : WALL),
      { isPerson: (x, y) => isAnybody(x, y) && !isGap(x, y) },
    )
    expect(found(MIDDLE.x, 32)).toBe(true)
  })

  it('lies in a few clumps where its curls go all ways', () => {
    const hair = hairOf(curly)
    expect(hair).not.toBeNull()
    expect(patchesOf(hair)).toBeLessThan(40)
  })

  it('lies in many strands where it is short and smooth, and not in two or three shapes, like a cap', () => {
    const isShort: Where = (x, y) => isHair(x, y) && y < MIDDLE.y
    const smooth = (x: number, y: number): Rgb => {
      if (isFace(x, y)) return SKIN
      if (!isShort(x, y)) return WALL
      const light = 20 * Math.sin((x + 3 * y) / 60)
      return [60 + light, 52 + light, 48 + light]
    }
    const hair = hairOf(smooth, {
      isSeen: isShort,
      isPerson: (x, y) => isShort(x, y) || isFace(x, y),
    })
    expect(changesAcross(hair, MIDDLE.y - 110)).toBeGreaterThan(12)
  })

  it('has lights all over where its curls go all ways', () => {
    const hair = hairOf(curly)
    expect(litOf(hair)).toBeGreaterThan(0.15)
  })

  it('has one hue, though the light on it has two', () => {
    const hair = hairOf((x, y) => {
      if (isFace(x, y)) return SKIN
      if (!isHair(x, y)) return WALL
      return x < MIDDLE.x ? [96, 66, 48] : [92, 70, 58]
    })
    const hues = new Map<number, number>()
    hair?.places.forEach((at, k) => {
      hues.set(at, Math.atan2(hair.colours[3 * k + 2] ?? 0, hair.colours[3 * k + 1] ?? 0))
    })
    const seen = okLabOf(paint(2, 1, (x) => (x === 0 ? [96, 66, 48] : [92, 70, 58])))
    const before = seen.a.map((a, k) => Math.atan2(seen.b[k] ?? 0, a))
    const [left, right] = SIDES.map(([x, y]) => hues.get(y * SIDE + x) ?? 0)
    const apart = Math.abs((left ?? 0) - (right ?? 0))
    expect(apart).toBeLessThan(0.75 * Math.abs((before[0] ?? 0) - (before[1] ?? 0)))
  })

  it('keeps the colour of its darker strands where the sun bleaches the others, and is light where it is fair', () => {
    const bleachedBetween = (colour: Rgb) =>
      hairOf((x, y) => {
        if (isFace(x, y)) return SKIN
        if (!isHair(x, y)) return WALL
        return x < MIDDLE.x && x % 16 < 8 ? [244, 232, 222] : colour
      })
    const [dark, fair] = [bleachedBetween(DARK), bleachedBetween(FAIR)]
    expect(toneOf(dark, -1) - toneOf(dark, 1)).toBeLessThan(0.1)
    expect(toneOf(fair, -1)).toBeGreaterThan(0.79)
  })

  it('hangs down as a fringe for as long as it has its colour, though the network sees where it ends only roughly', () => {
    const isFringe: Where = (x, y) => isFace(x, y) && Math.abs(x - MIDDLE.x) < 55 && y < 124
    for (const [colour, lies] of [
      [DARK, true],
      [[196, 146, 118], false],
    ] as const) {
      const isBare: Where = (x, y) => isFace(x, y) && !isFringe(x, y)
      const found = hairIn(
        (x, y) => (isFringe(x, y) ? colour : isFace(x, y) ? SKIN : isHair(x, y) ? DARK : WALL),
        { isSeen: (x, y) => isHair(x, y) || (isFringe(x, y) && y < 92), isSkin: isBare },
      )
      for (const x of [MIDDLE.x - 40, MIDDLE.x, MIDDLE.x + 40]) expect(found(x, 116)).toBe(lies)
      expect(found(MIDDLE.x, 150)).toBe(false)
    }
  })

  it('ends where the skin of a cheek goes on beside it, though the network has it over its edge', () => {
    const isEdge: Where = (x, y) => isFace(x, y) && Math.abs(x - MIDDLE.x) > 68
    const isSeen: Where = (x, y) => isHair(x, y) || isEdge(x, y)
    const isSkin: Where = (x, y) => isFace(x, y) && !isEdge(x, y)
    const seen = { isSeen, isSkin }
    const colourOf = (x: number, y: number) => (isFace(x, y) ? SKIN : isHair(x, y) ? DARK : WALL)
    const found = hairIn(colourOf, seen)
    for (const side of [-1, 1]) {
      expect(found(MIDDLE.x + side * 74, MIDDLE.y)).toBe(false)
      expect(found(MIDDLE.x + side * 92, MIDDLE.y)).toBe(true)
    }
    const lit = hairOf(colourOf, seen)
    const beside = Array.from(lit?.places ?? []).flatMap((at, k) =>
      Math.floor(at / SIDE) === MIDDLE.y && Math.abs((at % SIDE) - MIDDLE.x) < 96
        ? [lit?.parts[k]]
        : [],
    )
    expect(beside.length).toBeGreaterThan(10)
    expect(beside).not.toContain(PART.light)
  })

  it('is none on a bald head', () => {
    const found = hairIn((x, y) => (isFace(x, y) || isHair(x, y) ? SKIN : WALL), {
      isSeen: () => false,
    })
    expect(found(...TOP)).toBe(false)
    for (const side of SIDES) expect(found(...side)).toBe(false)
  })
})
