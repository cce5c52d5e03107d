import { describe, expect, it } from 'vitest'
import { darkGlassOf } from '#core/imaging/face-points/dark-glass.ts'
import type { Point } from '#core/imaging/face-points/face-points.ts'
import { fittedGlass } from '#core/imaging/face-points/fitted-glass.ts'
import { fromOkLab } from '#core/pixels/oklab.ts'
import { createRaster } from '#core/pixels/pixels.ts'
import { kernels } from '../../../fixtures/kernels.ts'
import { MIDDLE, people, SIDE } from '../made-face.ts'

const [face] = people().faces
if (!face) throw new Error('There is a face.')

/** Half a glass, px, and how far its middle lies from that of the face. */
const GLASS = { across: 28, down: 24, aside: 33, below: -16 }
/** Of glass that fades downwards, against the skin's lightness. */
const FADES = { from: 0.35, to: 0.88 }
const SKIN_LIGHT = 0.65

interface Fading {
  readonly from: number
  readonly to: number
}

/** What lies before one eye: from its middle in halves of its width, outwards, and of its height, downwards. */
type Outline = (u: number, v: number) => boolean

const round: Outline = (u, v) => u * u + v * v < 1

/** A face behind round glass that fades downwards. @param lit 1 in full light, less in the shade */
function behindGlass(lit: number, fades: Fading = FADES, glass = GLASS, isWithin = round) {
  const picture = createRaster(SIDE, SIDE)
  for (let at = 0; at < SIDE * SIDE; at++) {
    const [x, y] = [(at % SIDE) - MIDDLE.x, Math.floor(at / SIDE) - MIDDLE.y]
    const u = (Math.abs(x) - glass.aside) / glass.across
    const v = (y - glass.below) / glass.down
    const share = isWithin(u, v) ? fades.from + ((v + 1) / 2) * (fades.to - fades.from) : 1
    fromOkLab(
      SKIN_LIGHT * lit * share,
      0.04 * lit * share,
      0.04 * lit * share,
      picture.rgba,
      at * 4,
    )
    picture.rgba[at * 4 + 3] = 255
  }
  return picture
}

const rimsIn = (lit: number): readonly Point[] =>
  fittedGlass(kernels, behindGlass(lit), face, SKIN_LIGHT * lit).rims.flat()

describe('dark glass that fades downwards', () => {
  it('is as large on a face in the shade as on one in full light', () => {
    const [light, shade] = [rimsIn(1), rimsIn(0.55)]
    const apart = light.map((p, i) =>
      Math.hypot(p.x - (shade[i]?.x ?? 0), p.y - (shade[i]?.y ?? 0)),
    )
    expect(Math.max(...apart)).toBeLessThan(0.01 * face.widthPx)
  })
})

/** The lowest place of both rims, px below the middle of the face. */
const lowestOf = (fades: Fading, glass: typeof GLASS): number => {
  const picture = behindGlass(1, fades, glass)
  const rims = fittedGlass(kernels, picture, face, SKIN_LIGHT).rims.flat()
  return Math.max(...rims.map(({ y }) => y)) - MIDDLE.y
}

describe('large dark glass', () => {
  const large = { across: 30, down: 36, aside: 33, below: -8 }

  it('reaches down over the cheeks as far as it does', () => {
    const lowest = lowestOf({ from: 0.35, to: 0.35 }, large)
    expect(Math.abs(lowest - (large.below + large.down))).toBeLessThan(0.04 * face.widthPx)
  })

  it('does not end where it is darkest', () => {
    const lowest = lowestOf({ from: 0.3, to: 0.7 }, large)
    expect(lowest).toBeGreaterThan(large.below + large.down - 0.06 * face.widthPx)
  })
})

/** The mean width of both rims at a share of their height, 0 above, px. */
function widthAt(rims: readonly (readonly Point[])[], share: number): number {
  const widths = rims.map((rim) => {
    const ys = rim.map(({ y }) => y)
    const [top, bottom] = [Math.min(...ys), Math.max(...ys)]
    const y = top + share * (bottom - top)
    const near = rim.filter((p) => Math.abs(p.y - y) < 0.15 * (bottom - top)).map(({ x }) => x)
    return Math.max(...near) - Math.min(...near)
  })
  return widths.reduce((sum, width) => sum + width, 0) / widths.length
}

/** How far apart both rims lie, px. */
const gapOf = ([right = [], left = []]: readonly (readonly Point[])[]): number =>
  Math.min(...left.map(({ x }) => x)) - Math.max(...right.map(({ x }) => x))

describe('the form of dark glass', () => {
  const even = { from: 0.35, to: 0.35 }
  const rimsOf = (isWithin: Outline, glass = GLASS) =>
    fittedGlass(kernels, behindGlass(1, even, glass, isWithin), face, SKIN_LIGHT).rims

  it('narrows downwards in aviators', () => {
    const aviators = rimsOf((u, v) => Math.abs(v) < 1 && Math.abs(u) < 0.8 - 0.35 * v)
    const squares = rimsOf((u, v) => Math.abs(v) < 1 && Math.abs(u) < 0.8)
    const narrowing = (rims: typeof squares) => widthAt(rims, 0.85) / widthAt(rims, 0.15)
    expect(narrowing(aviators)).toBeLessThan(0.75 * narrowing(squares))
  })

  it("rises outwards in cat's eyes", () => {
    const [right = []] = rimsOf((u, v) => round(u, v + 0.5 * u))
    const outer = right.reduce((a, b) => (a.x < b.x ? a : b))
    const inner = right.reduce((a, b) => (a.x > b.x ? a : b))
    expect(inner.y - outer.y).toBeGreaterThan(0.1 * face.widthPx)
  })

  it('leaves the nose between both rims', () => {
    const apart = gapOf(rimsOf(round, { ...GLASS, across: 29, aside: 34 }))
    expect(apart).toBeGreaterThan(0.03 * face.widthPx)
  })
})

describe('glass within a dark frame', () => {
  it('ends where the frame does', () => {
    const picture = behindGlass(1, { from: 0.55, to: 0.55 }, GLASS, (u, v) => round(u, v))
    const frame = behindGlass(1, { from: 0.3, to: 0.3 })
    for (let at = 0; at < SIDE * SIDE; at++) {
      const [x, y] = [(at % SIDE) - MIDDLE.x, Math.floor(at / SIDE) - MIDDLE.y]
      const u = (Math.abs(x) - GLASS.aside) / GLASS.across
      const v = (y - GLASS.below) / GLASS.down
      if (round(u, v) && !round(u / 0.8, v / 0.8))
        picture.rgba.set(frame.rgba.subarray(at * 4, at * 4 + 4), at * 4)
    }
    const rims = fittedGlass(kernels, picture, face, SKIN_LIGHT).rims
    expect(widthAt(rims, 0.5)).toBeGreaterThan(1.85 * GLASS.across)
  })
})

describe('the bridge of dark glass', () => {
  it('goes from rim to rim, as high as it lies', () => {
    const picture = behindGlass(1, { from: 0.35, to: 0.35 })
    const bar = { aside: 12, above: GLASS.below - GLASS.down - 2 }
    for (let at = 0; at < SIDE * SIDE; at++) {
      const [x, y] = [(at % SIDE) - MIDDLE.x, Math.floor(at / SIDE) - MIDDLE.y]
      const isBar = Math.abs(x) < bar.aside && Math.abs(y - bar.above) < 2
      if (isBar) fromOkLab(0.2, 0, 0, picture.rgba, at * 4)
    }
    const { arms, rims } = fittedGlass(kernels, picture, face, SKIN_LIGHT)
    const bridge = arms[0] ?? []
    expect(rims[0]).toContainEqual(bridge[0])
    expect(rims[1]).toContainEqual(bridge.at(-1))
  })
})

describe('glass that mirrors the sky before a profile', () => {
  /** Nothing of it is darker than skin. */
  const mirror = behindGlass(1, { from: 1, to: 1 })
  const glassIf = (any: number, dark: number) => {
    const profile = {
      ...face,
      frontal: 0,
      points: { ...face.points, glasses: { any, dark } },
    }
    const skin = [SKIN_LIGHT, 0.04, 0.04] as const
    return darkGlassOf(kernels, mirror, profile, [...skin], { frame: null, areHidden: false })
  }

  it('is a pair as most are where the network is sure of it, and none where it doubts', () => {
    expect(glassIf(0.99, 0.85)?.glasses.rims).toHaveLength(2)
    expect(glassIf(0.92, 0.75)).toBeNull()
  })
})
