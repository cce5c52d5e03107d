import fc from 'fast-check'
import { expect, it } from 'vitest'
import { layerBounds } from '#core/design/geometry.ts'
import { resizeFromHandle } from '#core/design/handles.ts'
import { snapMove, snapResize, snapRotation, snapTargets } from '#core/design/snapping.ts'
import { caseWith, freePhoto } from './designs.ts'

const box = (xMm: number, yMm: number, widthMm = 20, heightMm = 20) => ({
  xMm,
  yMm,
  widthMm,
  heightMm,
})

it('a layer near the middle of the print snaps onto both centre lines', () => {
  const targets = snapTargets(caseWith(), [])
  const snap = snapMove(box(26.5, 63), targets, 1.5)
  expect(26.5 + snap.dxMm + 10).toBeCloseTo(35.8)
  expect(63 + snap.dyMm + 10).toBeCloseTo(73.8)
  expect(snap.guides.map(({ axis, kind }) => [axis, kind])).toEqual([
    ['vertical', 'centre'],
    ['horizontal', 'centre'],
  ])
})

it('a layer snaps to the trim edge and to the safe area', () => {
  const targets = snapTargets(caseWith(), [])
  expect(snapMove(box(0.6, 40), targets, 1).dxMm).toBeCloseTo(-0.6)
  const safe = snapMove(box(2.8, 40), targets, 1)
  expect(safe.dxMm).toBeCloseTo(0.2)
  expect(safe.guides[0]).toMatchObject({ axis: 'vertical', kind: 'safe', atMm: 3 })
})

it('a layer snaps to the edges and the centre of another, with a guide that reaches both', () => {
  const other = freePhoto('other', { xMm: 30, yMm: 100, widthMm: 24, heightMm: 20 })
  const targets = snapTargets(caseWith(other), ['moving'])
  const snap = snapMove(box(17.6, 20), targets, 0.8)
  expect(snap.dxMm).toBeCloseTo(0.4)
  const guide = snap.guides.find(({ axis }) => axis === 'vertical')
  expect(guide).toMatchObject({ kind: 'layer', atMm: 18, fromMm: 20, toMm: 110 })
})

it('nothing snaps beyond the threshold, to hidden layers, or to the layer itself', () => {
  const design = caseWith(
    freePhoto('self', { xMm: 25, yMm: 55 }),
    freePhoto('hidden', { xMm: 25, yMm: 55, hidden: true }),
  )
  const snap = snapMove(box(17.4, 44.5, 16), snapTargets(design, ['self']), 0.6)
  expect(snap).toEqual({ dxMm: 0, dyMm: 0, guides: [] })
})

it('a snap is never further than the threshold, and lies on its guides', () => {
  const place = fc.double({ min: -20, max: 150, noNaN: true })
  const targets = snapTargets(caseWith(freePhoto('one'), freePhoto('two', { yMm: 30 })), [])
  fc.assert(
    fc.property(place, place, fc.double({ min: 0.1, max: 4, noNaN: true }), (x, y, threshold) => {
      const snap = snapMove(box(x, y), targets, threshold)
      expect(Math.abs(snap.dxMm)).toBeLessThanOrEqual(threshold)
      expect(Math.abs(snap.dyMm)).toBeLessThanOrEqual(threshold)
      for (const guide of snap.guides.filter(({ kind }) => kind !== 'spacing')) {
        const start = guide.axis === 'vertical' ? x + snap.dxMm : y + snap.dyMm
        const spots = [start, start + 10, start + 20]
        expect(Math.min(...spots.map((spot) => Math.abs(spot - guide.atMm)))).toBeLessThan(0.01)
      }
    }),
  )
})

it('a layer between two others snaps to equal gaps', () => {
  const small = { widthMm: 8, heightMm: 8, yMm: 110 }
  const design = caseWith(
    freePhoto('left', { ...small, xMm: 10 }),
    freePhoto('right', { ...small, xMm: 50 }),
  )
  const snap = snapMove(box(25.7, 108.5, 8, 5), snapTargets(design, []), 0.5)
  expect(25.7 + snap.dxMm).toBeCloseTo(26)
  expect(snap.guides.filter(({ kind }) => kind === 'spacing')).toHaveLength(2)
})

it('a layer beside a row goes on with the row’s gap', () => {
  const small = { widthMm: 8, heightMm: 8, yMm: 110 }
  const design = caseWith(
    freePhoto('first', { ...small, xMm: 8 }),
    freePhoto('second', { ...small, xMm: 21 }),
  )
  const snap = snapMove(box(30.4, 108.5, 7, 5), snapTargets(design, []), 0.5)
  expect(30.4 + snap.dxMm).toBeCloseTo(30)
})

it('a pulled corner stops at the trim edge and keeps the proportions', () => {
  const start = freePhoto('one')
  const pulled = resizeFromHandle(start, 'se', { xMm: 71, yMm: 125.2 })
  const targets = snapTargets(caseWith(start), ['one'])
  const { placement, guides } = snapResize(start, 'se', pulled, targets, 1)
  const bounds = layerBounds(placement)
  expect(bounds.xMm + bounds.widthMm).toBeCloseTo(71.6)
  expect(bounds.xMm).toBeCloseTo(15.8)
  expect(placement.widthMm).toBe(placement.heightMm)
  expect(guides[0]).toMatchObject({ kind: 'trim', atMm: 71.6 })
})

it('a pulled edge stops at the safe area and moves no other edge', () => {
  const start = freePhoto('one')
  const pulled = resizeFromHandle(start, 'e', { xMm: 68.2, yMm: 90 })
  const targets = snapTargets(caseWith(start), ['one'])
  const { placement } = snapResize(start, 'e', pulled, targets, 1)
  const bounds = layerBounds(placement)
  expect(bounds.xMm + bounds.widthMm).toBeCloseTo(68.6)
  expect(bounds.xMm).toBeCloseTo(15.8)
  expect(bounds.heightMm).toBe(40)
})

it('rotation snaps to every 45 degrees, and only near them', () => {
  expect(snapRotation(43)).toEqual({ rotationDeg: 45, snapped: true })
  expect(snapRotation(-178)).toEqual({ rotationDeg: 180, snapped: true })
  expect(snapRotation(30)).toEqual({ rotationDeg: 30, snapped: false })
})
