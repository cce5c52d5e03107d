import { describe, expect, it } from 'vitest'
import { isBrowSeen } from '#core/imaging/face-points/dark-glass.ts'
import { type Frame, glassesOf } from '#core/imaging/face-points/glasses.ts'
import { skinOfFace } from '#core/imaging/face-points/skin-of-face.ts'
import { drawnPartsOf } from '#core/imaging/tools/anime/faces/parts/drawn-parts.ts'
import { faceSkinOf } from '#core/imaging/tools/anime/faces/skin/face-skin.ts'
import { kernels } from '../../../../../fixtures/kernels.ts'
import { isFace, MIDDLE, people, SIDE } from '../../../made-face.ts'
import { paint } from '../../../made-pictures.ts'
import { faceWith, type Rgb, SKIN, WALL } from '../../../painted-face.ts'

/** How far a place lies from the middle of its eye, in half axes of a glass about it. */
const fromEye = (x: number, y: number, low: number, across: number, down: number) =>
  Math.hypot((Math.abs(x - MIDDLE.x) - 32) / across, (y - MIDDLE.y + 20 - low) / down)
const isBridge = (x: number, y: number) => Math.abs(x - MIDDLE.x) < 8 && Math.abs(y - 138) < 1.6

const FRAME: Frame = {
  rims: [],
  arms: [],
  widthPx: 1,
  colour: [0.3, 0, 0],
  isFramed: true,
  areRimsSeen: true,
}

function seen(
  picture: ReturnType<typeof faceWith>,
  {
    isFramed = false,
    glasses = { any: 0, dark: 0 },
    frontal = people().faces[0]?.frontal ?? 1,
  } = {},
) {
  const [plain] = people().faces
  const face = plain && { ...plain, frontal, points: { ...plain.points, glasses } }
  const skin = face && skinOfFace(kernels, picture, face)
  if (!face || !skin) throw new Error('There is a face with skin.')
  const parts = drawnPartsOf(kernels, picture, face, skin, isFramed ? FRAME : null)
  const { tone, beard } = faceSkinOf(kernels, skin, face, parts)
  return { parts, tone, beard, frame: glassesOf(kernels, picture, face) }
}

const withGlass = (colour: Rgb, low = 0, across = 22, down = 11) =>
  faceWith((x, y) => fromEye(x, y, low, across, down) < 1, colour)

describe('eyes', () => {
  const bare = seen(faceWith(() => false, SKIN))

  it('are drawn where nothing lies before them', () => {
    expect(bare.parts).toMatchObject({ right: true, left: true, darkGlass: null })
  })

  it('are not drawn behind dark glass, though it is small and skin shows below it', () => {
    const { parts } = seen(withGlass([60, 42, 34]))
    expect(parts).toMatchObject({ right: false, left: false, mouth: true })
    expect(parts.darkGlass).not.toBeNull()
  })

  it('are not drawn behind glass that is hardly dark and reaches over the cheek, but in a frame', () => {
    const tinted = withGlass([86, 63, 53], 10, 27, 26)
    expect(seen(tinted).parts).toMatchObject({ right: false, left: false })
    expect(seen(tinted, { isFramed: true }).parts.darkGlass).toBeNull()
  })

  it('are not drawn behind glass with a bright sky in it, which is dark over the cheeks', () => {
    const glass = (x: number, y: number) => fromEye(x, y, 10, 27, 26) < 1
    const isSky = (x: number, y: number) => fromEye(x, y, -4, 20, 11) < 1
    const mirror = paint(SIDE, SIDE, (x, y) => {
      if (isSky(x, y)) return [190, 200, 215]
      if (glass(x, y)) return [62, 52, 50]
      return isFace(x, y) ? SKIN : WALL
    })
    expect(seen(mirror).parts.darkGlass).not.toBeNull()
  })

  it('are not drawn behind half clear glass that the network takes for dark', () => {
    const half = withGlass([140, 100, 84], 4, 26, 18)
    expect(seen(half).parts).toMatchObject({ right: true, left: true, darkGlass: null })
    const { parts } = seen(half, { glasses: { any: 0.9, dark: 0.8 } })
    expect(parts).toMatchObject({ right: false, left: false })
    expect(parts.darkGlass?.glasses.rims).toHaveLength(2)
  })

  it('are not drawn behind glass in which a bright street is mirrored, of glasses that are sure', () => {
    const street = withGlass([196, 150, 128], 4, 26, 18)
    expect(seen(street, { glasses: { any: 0.95, dark: 0.45 } }).parts.darkGlass).toBeNull()
    const { parts } = seen(street, { glasses: { any: 0.99, dark: 0.45 } })
    expect(parts).toMatchObject({ right: false, left: false })
    expect(parts.darkGlass?.glasses.rims).toHaveLength(2)
  })

  it('are drawn within a shadow of the brows', () => {
    const shaded = withGlass([150, 106, 88], -6, 24, 10)
    expect(seen(shaded).parts).toMatchObject({ right: true, left: true })
  })

  it('behind dark glass leave the skin as light as it is', () => {
    const { tone } = seen(withGlass([60, 42, 34], 8, 27, 24))
    expect(Math.abs(tone[0] - bare.tone[0])).toBeLessThan(0.02)
  })
})

describe('dark glass', () => {
  const isGlass = (x: number, y: number) => fromEye(x, y, 6, 27, 21) < 1
  const { parts } = seen(faceWith(isGlass, [40, 32, 30]))

  it('is drawn as a pair of glasses along its edges', () => {
    const rims = parts.darkGlass?.glasses.rims ?? []
    expect(rims).toHaveLength(2)
    for (const { x, y } of rims.flat()) {
      expect(Math.abs(fromEye(x, y, 6, 27, 21) - 1)).toBeLessThan(0.3)
    }
  })

  it('that sits higher than the eyes and aside of them is drawn where it is', () => {
    const isPlaced = (x: number, y: number) => fromEye(x - 7, y, -4, 27, 21) < 1
    const rims = seen(faceWith(isPlaced, [40, 32, 30])).parts.darkGlass?.glasses.rims ?? []
    const away = rims.flat().map(({ x, y }) => Math.abs(fromEye(x - 7, y, -4, 27, 21) - 1))
    expect(rims).toHaveLength(2)
    expect(away.reduce((sum, by) => sum + by, 0) / away.length).toBeLessThan(0.12)
  })

  it('has a red frame where that is red', () => {
    const picture = paint(SIDE, SIDE, (x, y) => {
      if (fromEye(x, y, 6, 24, 18) < 1) return [40, 32, 30]
      if (fromEye(x, y, 6, 29, 23) < 1) return [190, 20, 40]
      return isFace(x, y) ? SKIN : WALL
    })
    const [, a = 0, b = 0] = seen(picture).parts.darkGlass?.glasses.colour ?? []
    expect(a).toBeGreaterThan(0.1)
    expect(b).toBeLessThan(a)
    expect(Math.hypot(...(parts.darkGlass?.glasses.colour.slice(1) ?? []))).toBeLessThan(0.02)
  })

  describe('in a profile, beside whose eyes it lies', () => {
    const beside = (colour: Rgb) => faceWith((x, y) => fromEye(x - 13, y, -5, 22, 14) < 1, colour)
    const profile = { glasses: { any: 0.97, dark: 0.9 }, frontal: 0 }

    it('is drawn where its edges are clear and the network is sure of it', () => {
      const { parts } = seen(beside([40, 32, 30]), profile)
      expect(parts).toMatchObject({ right: false, left: false })
      expect(parts.darkGlass?.glasses.rims).toHaveLength(2)
      const unsure = seen(beside([40, 32, 30]), { ...profile, glasses: { any: 0.97, dark: 0.6 } })
      expect(unsure.parts.darkGlass).toBeNull()
    })

    it('hides no nose and no mouth of a head whose far eye is wide enough to tell where they lie', () => {
      const { parts } = seen(withGlass([40, 32, 30], 6, 27, 21), profile)
      expect(parts).toMatchObject({ right: false, left: false, nose: true, mouth: true })
    })

    it('stays as the photo has it where it is a mirror, of which no edge is sure', () => {
      expect(seen(beside([150, 150, 160]), profile).parts.darkGlass).toBeNull()
    })
  })

  it('has a white frame, as thick as it is, where that is white, but none before pale skin', () => {
    const picture = paint(SIDE, SIDE, (x, y) => {
      if (fromEye(x, y, 6, 22, 16) < 1) return [40, 32, 30]
      if (fromEye(x, y, 6, 31, 26) < 1) return [240, 242, 238]
      return isFace(x, y) ? SKIN : WALL
    })
    const { glasses } = seen(picture).parts.darkGlass ?? {}
    expect(glasses?.colour[0]).toBeGreaterThan(0.85)
    expect(glasses?.widthPx).toBeGreaterThan(5)
    expect(glasses?.widthPx).toBeLessThan(14)
    expect(parts.darkGlass?.glasses.colour[0]).toBeLessThan(0.4)
  })

  it('is as dark as it is', () => {
    expect(parts.darkGlass?.glasses.glass?.[0]).toBeLessThan(0.35)
  })

  it('does not make a beard of the lighter skin below it', () => {
    const glass = (x: number, y: number) => fromEye(x, y, 22, 30, 36) < 1
    const { beard } = seen(faceWith(glass, [40, 32, 30]))
    expect(beard).toBeNull()
  })
})

describe('a brow', () => {
  const [face] = people().faces
  const { darkGlass } = seen(withGlass([40, 32, 30])).parts
  if (!face || !darkGlass) throw new Error('There is dark glass.')

  it('shows over small glass', () => {
    expect(isBrowSeen(face, 'right', darkGlass)).toBe(true)
  })

  it('does not behind large glass', () => {
    const rims = darkGlass.glasses.rims.map((rim) => rim.map(({ x, y }) => ({ x, y: y - 20 })))
    const large = { ...darkGlass, glasses: { ...darkGlass.glasses, rims } }
    expect(isBrowSeen(face, 'right', large)).toBe(false)
  })
})

describe('a frame', () => {
  const isRim = (x: number, y: number) => Math.abs(fromEye(x, y, 4, 24, 18) - 1) < 0.06
  it('that is thin is seen by its rims, though its bridge is hardly there', () => {
    const isFaint = (x: number, y: number) => isBridge(x, y) && x > MIDDLE.x + 3
    const thin = paint(SIDE, SIDE, (x, y) => {
      if (isRim(x, y) || isFaint(x, y)) return [70, 60, 55]
      return isFace(x, y) ? SKIN : WALL
    })
    expect(seen(thin).frame).not.toBeNull()
    expect(seen(faceWith(() => false, SKIN)).frame).toBeNull()
  })

  it('that is pale is drawn where the network sees glasses', () => {
    const pale = paint(SIDE, SIDE, (x, y) => {
      if (isRim(x, y) && y > MIDDLE.y - 14) return [196, 150, 128]
      return isFace(x, y) ? SKIN : WALL
    })
    expect(seen(pale).frame).toBeNull()
    expect(seen(pale, { glasses: { any: 0.9, dark: 0.1 } }).frame?.rims).toHaveLength(2)
    expect(seen(pale, { glasses: { any: 0.65, dark: 0.04 } }).frame?.rims).toHaveLength(2)
    // The lids of who wears no glasses may lie in a hat's shade.
    expect(seen(pale, { glasses: { any: 0.65, dark: 0.4 } }).frame).toBeNull()
  })

  it('that sits to one side of the eyes, as in a turned head, is drawn where it is', () => {
    const isAside = (x: number, y: number) => isRim(x - 9, y)
    const turned = paint(SIDE, SIDE, (x, y) => {
      if (isAside(x, y) || isBridge(x - 9, y)) return [70, 60, 55]
      return isFace(x, y) ? SKIN : WALL
    })
    const rims = seen(turned, { glasses: { any: 0.9, dark: 0.1 } }).frame?.rims ?? []
    expect(rims).toHaveLength(2)
    const away = rims.flat().map(({ x, y }) => Math.abs(fromEye(x - 9, y, 4, 24, 18) - 1))
    expect(away.reduce((sum, by) => sum + by, 0) / away.length).toBeLessThan(0.15)
  })

  it('that is wide and deep is not drawn along the lids of the eyes in it', () => {
    const isLid = (x: number, y: number) => Math.abs(fromEye(x, y, 0, 14, 6) - 1) < 0.12
    const isLarge = (x: number, y: number) => Math.abs(fromEye(x, y, 6, 27, 20) - 1) < 0.06
    const large = paint(SIDE, SIDE, (x, y) => {
      if (isLarge(x, y) || isLid(x, y) || isBridge(x, y)) return [70, 60, 55]
      return isFace(x, y) ? SKIN : WALL
    })
    const rims = seen(large, { glasses: { any: 0.9, dark: 0.1 } }).frame?.rims ?? []
    const away = rims.flat().map(({ x, y }) => Math.abs(fromEye(x, y, 6, 27, 20) - 1))
    expect(away.reduce((sum, by) => sum + by, 0) / away.length).toBeLessThan(0.15)
  })
})
