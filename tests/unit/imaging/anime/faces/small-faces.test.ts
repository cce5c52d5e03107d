import { describe, expect, it } from 'vitest'
import { pointsOf } from '#core/imaging/face-points/face-points.ts'
import type { FoundFace } from '#core/imaging/face-points/find-faces.ts'
import { facePointGroups } from '#core/imaging/face-points/groups.ts'
import type { Shape } from '#core/imaging/face-points/shapes.ts'
import { prepareFaces } from '#core/imaging/tools/anime/faces/draw-faces.ts'
import { noseShapes } from '#core/imaging/tools/anime/faces/features/nose.ts'
import { bareJob } from '../../../../fixtures/bare-job.ts'
import { isFace, MIDDLE, people, SIDE } from '../../made-face.ts'
import { paint } from '../../made-pictures.ts'

const pen = { width: 1, dark: 0.2, opened: 0.5, vivid: 1 }
const [face] = people().faces
const faces = (changes: Partial<FoundFace> = {}) =>
  face === undefined ? [] : [{ ...face, ...changes }]

/** A face in a picture that is so many times as wide as it. */
const preparedIn = (widthPx: number, found: readonly FoundFace[]) =>
  prepareFaces(
    bareJob,
    paint(widthPx, SIDE, (x, y) => (isFace(x, y) ? [224, 172, 140] : [60, 70, 80])),
    found,
    pen,
    { contrast: 1, warmth: 0 },
  )

describe('a face', () => {
  it('that is small in its picture has skin and features alone', async () => {
    const [small] = await preparedIn(4000, faces())
    expect(small?.isSmall).toBe(true)
    expect(small?.shapes.length).toBeGreaterThan(10)
    const [large] = await preparedIn(1000, faces())
    expect(large?.isSmall).toBe(false)
  })

  it('that is smaller still is left to paint and ink', async () => {
    expect(await preparedIn(10_000, faces())).toEqual([])
  })

  it('that is far off has bolder strokes against its width, and that fills its picture finer ones', async () => {
    const lipLine = async (widthPx: number) => {
      const [drawn] = await preparedIn(widthPx, faces())
      const below = (drawn?.shapes ?? []).map(({ outline }) => outline.map(({ y }) => y))
      const line = below.filter((ys) => Math.min(...ys) > MIDDLE.y + 40).at(-1) ?? [0]
      return Math.max(...line) - Math.min(...line)
    }
    expect(await lipLine(3600)).toBeGreaterThan(1.3 * (await lipLine(700)))
  })

  it('that is out of focus behind others has its skin alone', async () => {
    const [drawn] = await preparedIn(1000, faces({ isBlurred: true }))
    expect(drawn?.shapes).toEqual([])
    expect(drawn?.tones.length).toBeGreaterThan(0)
  })

  it('that is small and turned has its features, too', async () => {
    const [small] = await preparedIn(4000, faces({ frontal: 0.05 }))
    expect(small?.shapes.length).toBeGreaterThan(10)
  })
})

describe('a nose', () => {
  const skin = [0.7, 0.05, 0.06] as const
  const shapesOf = (found: FoundFace, lean: number) =>
    noseShapes(found, [...skin], pen, {
      darkest: [0.6, 0.05, 0.06],
      lightest: [0.8, 0.05, 0.06],
      lean,
    })
  const sideOf = (lean: number) => {
    if (face === undefined) return 0
    const [shade] = shapesOf(face, lean)
    const middle = pointsOf(face.points, 'noseBase')[3]?.x ?? 0
    const xs = (shade?.outline ?? []).map(({ x }) => x - middle)
    return Math.max(...xs) + Math.min(...xs)
  }

  it('has its shade on the side away from the light', () => {
    expect(sideOf(0.1)).toBeLessThan(0)
    expect(sideOf(-0.1)).toBeGreaterThan(0)
  })

  it('is a hint: neither shade nor light has any width on the bridge between the eyes', () => {
    const ridge: readonly number[] = facePointGroups.noseRidge
    const points = face?.points.points.map((p, index) => {
      const along = ridge.indexOf(index)
      return along < 0 ? p : { x: MIDDLE.x, y: MIDDLE.y - 50 + 10 * along }
    })
    if (face === undefined || points === undefined) throw new Error('no face')
    const long = { ...face, points: { ...face.points, points } }
    const [shade, gloss] = shapesOf(long, 0.1)
    const ofBridge = (shape: Shape | undefined) =>
      (shape?.outline ?? []).filter(({ y }) => y < MIDDLE.y - 29).map(({ x }) => x)
    for (const shape of [shade, gloss]) {
      const xs = ofBridge(shape)
      expect(xs.length).toBeGreaterThan(0)
      expect(Math.max(...xs) - Math.min(...xs)).toBeLessThan(0.005 * face.widthPx)
    }
  })
})
