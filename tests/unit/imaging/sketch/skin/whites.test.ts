import { describe, expect, it } from 'vitest'
import type { FoundFace } from '#core/imaging/face-points/find-faces.ts'
import { facePointGroups } from '#core/imaging/face-points/groups.ts'
import { shadeLips } from '#core/imaging/tools/sketch/faces/lips.ts'
import { toneByWhites, withoutWhites } from '#core/imaging/tools/sketch/skin/whites.ts'
import { createRaster } from '#core/pixels/pixels.ts'
import { MIDDLE, people, SIDE } from '../../made-face.ts'
import { evenPlane, testJob } from '../../made-pictures.ts'

const env = testJob()
const SKIN = 100
const lit = (SKIN * 1.1) / 255

const made = (): FoundFace => {
  const [face] = people().faces
  if (face === undefined) throw new Error('nobody')
  return face
}

/** The face with an open mouth. */
function laughing(): FoundFace {
  const face = made()
  const points = face.points.points.slice()
  for (const index of facePointGroups.mouthBottom) {
    const { x, y } = points[index] ?? MIDDLE
    points[index] = { x, y: y + 14 }
  }
  return { ...face, points: { ...face.points, points } }
}

/** A picture of one grey but for its eyes. */
function withEyes(white: number) {
  const picture = createRaster(SIDE, SIDE)
  for (let i = 0; i < SIDE * SIDE; i++) {
    const [x, y] = [(i % SIDE) - MIDDLE.x, Math.floor(i / SIDE) - MIDDLE.y]
    const isEye = Math.abs(Math.abs(x) - 32) < 16 && Math.abs(y + 20) < 8
    picture.rgba.fill(isEye ? white : SKIN, i * 4, i * 4 + 3)
    picture.rgba[i * 4 + 3] = 255
  }
  return picture
}

describe('the whites of a face', () => {
  const all = (value: number) => evenPlane(SIDE, SIDE, value)
  const tonedIn = (white: number) => {
    const luma = env.kernels.luma(withEyes(white))
    const skin = { share: all(1), bare: all(1) }
    const toned = withoutWhites(skin, luma, [made()], 1).values
    return (x: number, y: number) => toned[(MIDDLE.y + y) * SIDE + MIDDLE.x + x]
  }

  it('have no ground of skin where they are lighter than it', () => {
    expect(tonedIn(220)(-24, -20)).toBeLessThan(0.1)
    expect(tonedIn(SKIN)(-24, -20)).toBe(1)
    expect(tonedIn(220)(0, 0)).toBe(1)
  })

  const toldBy = (share: number, own = lit) =>
    toneByWhites(env.kernels, withEyes(SKIN * share), made(), { luma: SKIN / 255, lit: own })

  it('tell pale skin in a dim light, which they are hardly lighter than', () => {
    expect(toldBy(1.22).pale).toBeGreaterThan(0.9)
    expect(toldBy(2).pale).toBe(0)
  })

  it('tell pale skin by two that agree from farther off', () => {
    expect(toldBy(1.34).pale).toBeGreaterThan(0.9)
    expect(toldBy(1.6).pale).toBe(0)
  })

  it('tell dark skin of any hue, which they are far lighter than', () => {
    expect(toldBy(2).dark).toBe(1)
    expect(toldBy(1.34).dark).toBe(0)
  })

  it('tell dark skin where teeth alone are seen, which are lighter than it by far', () => {
    const face = laughing()
    const told = (share: number) => {
      const picture = withEyes(SKIN)
      for (let i = 0; i < SIDE * SIDE; i++)
        if (Math.floor(i / SIDE) > MIDDLE.y + 40) picture.rgba.fill(SKIN * share, i * 4, i * 4 + 3)
      return toneByWhites(env.kernels, picture, face, { luma: SKIN / 255, lit }).dark
    }
    expect(told(2.4)).toBe(1)
    expect(told(1.6)).toBe(0)
  })

  it('say nothing where they lie in the shade', () => {
    expect(toldBy(0.9)).toMatchObject({ pale: 0, dark: 0 })
  })

  it('say nothing of dark skin behind glass, which mirrors', () => {
    const face = made()
    const glasses = { any: 0.9, dark: 0 }
    const behind = { ...face, points: { ...face.points, glasses } }
    const told = toneByWhites(env.kernels, withEyes(SKIN * 2), behind, { luma: SKIN / 255, lit })
    expect(told.dark).toBe(0)
  })
})

describe('lips of a pencil', () => {
  const lowerOf = async (shade: number) => {
    const shading = evenPlane(SIDE, SIDE, shade)
    await shadeLips(env, shading, [made()])
    return shading.values[(MIDDLE.y + 60) * SIDE + MIDDLE.x] ?? 0
  }

  it('are not black where they are painted, and darker than those that are not', async () => {
    const [bare, painted] = [await lowerOf(0.1), await lowerOf(0.9)]
    expect(painted).toBeLessThan(0.65)
    expect(painted).toBeGreaterThan(bare + 0.2)
  })
})
