import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  bleedBox,
  intoLayer,
  layerBounds,
  layerCorners,
  layerHolds,
  layerMatrix,
  type Placement,
  roundedBoxHolds,
  safeBox,
  transformPoint,
  trimBox,
  unionBounds,
} from '#core/design/geometry.ts'
import {
  handlePoint,
  handles,
  oppositeHandle,
  pinchLayer,
  pinchOf,
  resizeFromHandle,
  rotateFromPointer,
  SIDE_MM_MIN,
} from '#core/design/handles.ts'
import { layersAt } from '#core/design/hit-test.ts'
import { fitView, mmFromView, pinchView, viewFromMm, zoomAround } from '#core/design/view.ts'
import { caseWith, emptyCase, freePhoto, geometryArbitrary } from './designs.ts'

const coordinate = fc.double({ min: -200, max: 200, noNaN: true })
const placement: fc.Arbitrary<Placement> = fc.record({
  xMm: coordinate,
  yMm: coordinate,
  widthMm: fc.double({ min: 3, max: 200, noNaN: true }),
  heightMm: fc.double({ min: 3, max: 200, noNaN: true }),
  rotationDeg: fc.double({ min: -180, max: 180, noNaN: true }),
  scale: fc.double({ min: 1, max: 5, noNaN: true }),
})
const point = fc.record({ xMm: coordinate, yMm: coordinate })

it('the bounds of a turned layer are the box round its corners', () => {
  fc.assert(
    fc.property(placement, (layer) => {
      const bounds = layerBounds(layer)
      const corners = layerCorners(layer)
      expect(Math.min(...corners.map(({ xMm }) => xMm))).toBeCloseTo(bounds.xMm, 6)
      expect(Math.max(...corners.map(({ yMm }) => yMm))).toBeCloseTo(
        bounds.yMm + bounds.heightMm,
        6,
      )
    }),
  )
})

it('a place goes into a layer and out again', () => {
  fc.assert(
    fc.property(placement, point, (layer, place) => {
      const own = intoLayer(layer, place)
      const scaled = { xMm: own.xMm / layer.scale, yMm: own.yMm / layer.scale }
      const back = transformPoint(layerMatrix(layer), scaled)
      expect(back.xMm).toBeCloseTo(place.xMm, 6)
      expect(back.yMm).toBeCloseTo(place.yMm, 6)
    }),
  )
})

it('a flipped layer mirrors its own x', () => {
  const layer = { ...freePhoto('one'), flipX: true }
  expect(transformPoint(layerMatrix(layer), { xMm: 10, yMm: 0 }).xMm).toBe(layer.xMm - 10)
})

it('a tap finds the topmost visible layer', () => {
  const design = caseWith(
    freePhoto('below'),
    freePhoto('above'),
    freePhoto('hidden', { hidden: true }),
  )
  expect(layersAt(design, { xMm: 35, yMm: 90 })[0]?.id).toBe('above')
  expect(layersAt(design, { xMm: 35, yMm: 90 }).map(({ id }) => id)).toEqual(['above', 'below'])
  expect(layersAt(design, { xMm: 1, yMm: 1 })).toEqual([])
})

it('a tap beside a turned layer misses it, though its bounds hold the place', () => {
  const turned = freePhoto('one', { rotationDeg: 45 })
  const corner = { xMm: turned.xMm + 19, yMm: turned.yMm + 19 }
  expect(layerHolds(turned, corner)).toBe(false)
  expect(layerHolds({ ...turned, rotationDeg: 0 }, corner)).toBe(true)
})

it('an exact hit goes before a higher layer that only the slop reaches', () => {
  const design = caseWith(
    freePhoto('exact'),
    freePhoto('near', { xMm: 35.8 + 30, widthMm: 10, heightMm: 10 }),
  )
  const place = { xMm: 35.8 + 19, yMm: 90 }
  expect(layersAt(design, place, { slopMm: 8 })[0]?.id).toBe('exact')
  expect(layersAt(design, { ...place, xMm: 57 }, { slopMm: 8 })[0]?.id).toBe('near')
})

it('the bounds of a selection hold every corner of it', () => {
  fc.assert(
    fc.property(fc.array(placement, { minLength: 1, maxLength: 6 }), (layers) => {
      const bounds = unionBounds(layers.map(layerBounds))
      if (!bounds) throw new Error('no bounds')
      for (const corner of layers.flatMap(layerCorners)) {
        expect(roundedBoxHolds({ ...bounds, cornerRadiusMm: 0 }, corner, 1e-6)).toBe(true)
      }
    }),
  )
  expect(unionBounds([])).toBeNull()
})

it('bleed lies round the trim box, and the safe area within it', () => {
  const { geometry } = emptyCase().product
  expect(bleedBox(geometry)).toMatchObject({ xMm: -2, yMm: -2, widthMm: 75.6, heightMm: 151.6 })
  expect(safeBox(geometry)).toMatchObject({ xMm: 3, yMm: 3 })
  expect(safeBox(geometry).widthMm).toBeCloseTo(65.6)
  expect(bleedBox(geometry).cornerRadiusMm).toBe(trimBox(geometry).cornerRadiusMm + 2)
})

it('a pulled handle comes to the pointer and leaves the opposite one in place', () => {
  fc.assert(
    fc.property(
      placement,
      fc.constantFrom(...handles),
      fc.double({ min: 1.05, max: 3, noNaN: true }),
      (layer, handle, grow) => {
        const anchor = handlePoint(layer, oppositeHandle(handle))
        const from = handlePoint(layer, handle)
        const pointer = {
          xMm: anchor.xMm + (from.xMm - anchor.xMm) * grow,
          yMm: anchor.yMm + (from.yMm - anchor.yMm) * grow,
        }
        const pulled = resizeFromHandle(layer, handle, pointer)
        const there = handlePoint(pulled, handle)
        const stays = handlePoint(pulled, oppositeHandle(handle))
        expect(there.xMm).toBeCloseTo(pointer.xMm, 5)
        expect(there.yMm).toBeCloseTo(pointer.yMm, 5)
        expect(stays.xMm).toBeCloseTo(anchor.xMm, 5)
        expect(stays.yMm).toBeCloseTo(anchor.yMm, 5)
      },
    ),
  )
})

it('a layer never gets smaller than a finger can find', () => {
  fc.assert(
    fc.property(placement, fc.constantFrom(...handles), point, (layer, handle, pointer) => {
      const pulled = resizeFromHandle(layer, handle, pointer)
      const short = Math.min(pulled.widthMm, pulled.heightMm) * pulled.scale
      expect(short).toBeGreaterThanOrEqual(SIDE_MM_MIN - 1e-6)
    }),
  )
})

it('a corner keeps the proportions, an edge changes them', () => {
  const layer = freePhoto('one')
  const corner = resizeFromHandle(layer, 'se', { xMm: 90, yMm: 160 })
  expect([corner.widthMm, corner.heightMm]).toEqual([40, 40])
  expect(corner.scale).toBeGreaterThan(1)
  const edge = resizeFromHandle(layer, 'e', { xMm: 75.8, yMm: 0 })
  expect(edge).toMatchObject({ widthMm: 60, heightMm: 40, scale: 1, xMm: 45.8 })
})

it('pulling from the centre leaves the centre in place', () => {
  const pulled = resizeFromHandle(
    freePhoto('one'),
    'e',
    { xMm: 65.8, yMm: 90 },
    { fromCentre: true },
  )
  expect(pulled).toMatchObject({ xMm: 35.8, widthMm: 60 })
})

it('a layer turns with the pointer from where it was grabbed', () => {
  const layer = freePhoto('one', { rotationDeg: 10 })
  const grabbed = { xMm: layer.xMm, yMm: layer.yMm - 30 }
  const pointer = { xMm: layer.xMm + 30, yMm: layer.yMm }
  expect(rotateFromPointer(layer, grabbed, pointer)).toBeCloseTo(100)
})

it('what is under two fingers stays under them', () => {
  fc.assert(
    fc.property(
      placement,
      fc.tuple(point, point),
      fc.double({ min: 0.8, max: 3, noNaN: true }),
      fc.double({ min: -170, max: 170, noNaN: true }),
      point,
      (layer, before, grow, turn, to) => {
        fc.pre(Math.hypot(before[0].xMm - before[1].xMm, before[0].yMm - before[1].yMm) > 1)
        const matrix = layerMatrix({
          xMm: to.xMm,
          yMm: to.yMm,
          widthMm: 1,
          heightMm: 1,
          rotationDeg: turn,
          scale: grow,
        })
        const after = [
          transformPoint(matrix, before[0]),
          transformPoint(matrix, before[1]),
        ] as const
        const pinched = pinchLayer(layer, pinchOf(before, after))
        const own = (place: Placement, finger: (typeof before)[0]) => {
          const inside = intoLayer(place, finger)
          return [inside.xMm / place.scale, inside.yMm / place.scale] as const
        }
        for (const finger of [0, 1] as const) {
          const [x, y] = own(layer, before[finger])
          const [nowX, nowY] = own(pinched, after[finger])
          expect(nowX).toBeCloseTo(x, 4)
          expect(nowY).toBeCloseTo(y, 4)
        }
      },
    ),
  )
})

it('a fitted view shows the whole print in the free part of the stage', () => {
  fc.assert(
    fc.property(geometryArbitrary, (geometry) => {
      const viewport = {
        widthPx: 390,
        heightPx: 844,
        insetPx: { top: 64, bottom: 180, start: 16, end: 16 },
      }
      const view = fitView(geometry, viewport)
      const bleed = bleedBox(geometry)
      const from = viewFromMm(view, bleed)
      const to = viewFromMm(view, {
        xMm: bleed.xMm + bleed.widthMm,
        yMm: bleed.yMm + bleed.heightMm,
      })
      expect(from.xPx).toBeGreaterThanOrEqual(16 - 1e-6)
      expect(to.xPx).toBeLessThanOrEqual(374 + 1e-6)
      expect(from.yPx).toBeGreaterThanOrEqual(64 - 1e-6)
      expect(to.yPx).toBeLessThanOrEqual(664 + 1e-6)
    }),
  )
})

it('zooming leaves what is under the pointer where it is, also at the end of the range', () => {
  const view = { scalePxPerMm: 4, originXPx: 20, originYPx: 30 }
  const at = { xPx: 111, yPx: 222 }
  for (const factor of [0.5, 2, 100]) {
    const zoomed = zoomAround(view, factor, at, { minPxPerMm: 1, maxPxPerMm: 40 })
    const before = mmFromView(view, at)
    const after = mmFromView(zoomed, at)
    expect(after.xMm).toBeCloseTo(before.xMm)
    expect(after.yMm).toBeCloseTo(before.yMm)
    expect(zoomed.scalePxPerMm).toBeLessThanOrEqual(40)
  }
})

it('two fingers move and zoom the stage with them', () => {
  const view = { scalePxPerMm: 4, originXPx: 20, originYPx: 30 }
  const before = [
    { xPx: 100, yPx: 100 },
    { xPx: 200, yPx: 100 },
  ] as const
  const after = [
    { xPx: 80, yPx: 140 },
    { xPx: 280, yPx: 140 },
  ] as const
  const pinched = pinchView(view, before, after)
  expect(pinched.scalePxPerMm).toBe(8)
  expect(mmFromView(pinched, after[0])).toEqual(mmFromView(view, before[0]))
})
