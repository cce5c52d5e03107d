import { describe, expect, it } from 'vitest'
import { clearOfOpenings } from '#core/design/clear-eyes.ts'
import type { Geometry } from '#core/design/document.ts'
import { coversEyes, onProduct } from '#core/design/faces.ts'
import { preflight } from '#core/design/preflight.ts'
import { applyFix } from '#core/design/preflight-fixes.ts'
import { emptyCase, freePhoto } from './designs.ts'

/** 60 x 120 mm with an opening at the top left. */
const geometry: Geometry = {
  widthMm: 60,
  heightMm: 120,
  cornerRadiusMm: 0,
  bleedMm: 2,
  safeMm: 3,
  holes: [{ xMm: 5, yMm: 5, widthMm: 20, heightMm: 20, cornerRadiusMm: 0 }],
}
/** Fills the case: a tenth of the photo is 6 mm across and 12 mm down. */
const filling = (fields: Parameters<typeof freePhoto>[1] = {}) =>
  freePhoto('a', { xMm: 30, yMm: 60, widthMm: 60, heightMm: 120, ...fields })
const faceAt = (x: number, y: number) => [{ width: 0.1, eyes: [{ x, y }] }]
const upperLeft = faceAt(0.2, 0.1)

describe('the eyes of a photo that fills the case', () => {
  it('lie in the camera opening', () => {
    expect(coversEyes(filling(), geometry, upperLeft)).toBe(true)
    expect(coversEyes(filling(), geometry, faceAt(0.5, 0.5))).toBe(false)
  })

  it('are counted with some reach about them', () => {
    expect(coversEyes(filling(), geometry, faceAt(0.42, 0.1))).toBe(true)
    expect(coversEyes(filling(), geometry, faceAt(0.45, 0.1))).toBe(false)
  })

  it('move to the other side when the photo is mirrored', () => {
    expect(coversEyes(filling({ flipX: true }), geometry, upperLeft)).toBe(false)
    expect(coversEyes(filling({ flipX: true }), geometry, faceAt(0.8, 0.1))).toBe(true)
  })

  it('turn with the photo', () => {
    expect(coversEyes(filling({ rotationDeg: 180 }), geometry, upperLeft)).toBe(false)
    expect(coversEyes(filling({ rotationDeg: 180 }), geometry, faceAt(0.8, 0.9))).toBe(true)
  })

  it('follow the crop, and are not missed where they are cropped away', () => {
    const crop = { x: 0.1, y: 0.1, width: 0.5, height: 0.5 }
    const at = onProduct(filling({ crop }), { x: 0.35, y: 0.35 })
    expect(at?.xMm).toBeCloseTo(30)
    expect(at?.yMm).toBeCloseTo(60)
    expect(onProduct(filling({ crop }), { x: 0.05, y: 0.35 })).toBeNull()
    expect(coversEyes(filling({ crop }), geometry, faceAt(0.9, 0.9))).toBe(false)
  })

  it('are lost beyond the edge of the product', () => {
    expect(coversEyes(filling({ xMm: 10 }), geometry, faceAt(0.1, 0.5))).toBe(true)
    expect(coversEyes(filling({ scale: 2 }), geometry, faceAt(0.1, 0.5))).toBe(true)
  })
})

it('preflight warns of a face whose eyes are covered, and only then', () => {
  const empty = emptyCase()
  const layer = filling({ widthMm: empty.product.geometry.widthMm })
  const design = { ...empty, product: { ...empty.product, geometry }, layers: [layer] }
  const codes = (faces: typeof upperLeft) =>
    preflight(design, { faces: { [layer.original.hash]: faces } }).map(({ code }) => code)
  expect(codes(upperLeft)).toContain('face-covered')
  expect(codes(faceAt(0.5, 0.5))).not.toContain('face-covered')
})

describe('eyes under the camera are brought out', () => {
  const wide = { x: 0.25, y: 0, width: 0.5, height: 1 }

  it('by moving the photo in its frame, no further than it takes, and nothing else', () => {
    const layer = filling({ crop: wide })
    const faces = faceAt(0.35, 0.1)
    expect(coversEyes(layer, geometry, faces)).toBe(true)
    const moved = clearOfOpenings(layer, geometry, faces)
    expect(moved).toMatchObject({ ...layer, crop: { ...wide, x: expect.any(Number) } })
    expect(moved?.crop.x).toBeLessThan(wide.x)
    expect(moved?.crop.x).toBeGreaterThan(0)
    if (moved !== null) expect(coversEyes(moved, geometry, faces)).toBe(false)
  })

  it('by zooming in as well where the photo has no room to move', () => {
    const layer = filling()
    const moved = clearOfOpenings(layer, geometry, upperLeft)
    expect(moved?.crop.width).toBeLessThan(1)
    expect(moved?.crop.width).toBeCloseTo(moved?.crop.height ?? 0)
    if (moved !== null) expect(coversEyes(moved, geometry, upperLeft)).toBe(false)
  })

  it('in turned and mirrored photos too', () => {
    for (const fields of [
      { flipX: true },
      { rotationDeg: 180 },
      { rotationDeg: 180, flipX: true },
    ]) {
      const layer = filling({ ...fields, crop: wide })
      const at = [0.35, 0.65].flatMap((x) => [0.1, 0.9].map((y) => faceAt(x, y)))
      const faces = at.find((one) => coversEyes(layer, geometry, one)) ?? []
      const moved = clearOfOpenings(layer, geometry, faces)
      expect(moved && coversEyes(moved, geometry, faces)).toBe(false)
      expect(moved && onProduct(moved, faces[0]?.eyes[0] ?? { x: 9, y: 9 })).not.toBeNull()
    }
  })

  it('never by cropping them away, nor at the price of other eyes', () => {
    const spread = Array.from({ length: 9 }, (_, index) => ({
      width: 0.1,
      eyes: [{ x: 0.05 + index * 0.1125, y: 0.1 }],
    }))
    expect(clearOfOpenings(filling(), geometry, spread)).toBeNull()
  })
})

it('preflight offers to bring the eyes out where it can, and one tap does', () => {
  const empty = emptyCase()
  const design = { ...empty, product: { ...empty.product, geometry }, layers: [filling()] }
  const findings = (of: typeof design, faces: typeof upperLeft) => {
    const evidence = { faces: { [filling().original.hash]: faces } }
    const finding = preflight(of, evidence).find(({ code }) => code === 'face-covered')
    return { finding, evidence }
  }
  const { finding, evidence } = findings(design, upperLeft)
  expect(finding?.fixes).toEqual(['move-off-hole', 'replace-photo'])
  if (finding === undefined) throw new Error('no finding')
  const mended = applyFix(design, finding, 'move-off-hole', evidence)
  expect(preflight(mended, evidence).map(({ code }) => code)).not.toContain('face-covered')
  const crowd = faceAt(0.2, 0.1).concat(faceAt(0.95, 0.98), faceAt(0.05, 0.98), faceAt(0.95, 0.02))
  expect(findings(design, crowd).finding?.fixes).toEqual(['replace-photo'])
})
