import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type LayoutId, layoutIds } from '#core/design/document.ts'
import { bleedBox, roundedBoxHolds, trimBox } from '#core/design/geometry.ts'
import { defaultLayout, layoutSlots, layoutTable } from '#core/design/layouts.ts'
import { geometryArbitrary, phoneCase, roundCake } from './designs.ts'

const layoutArbitrary = fc.record({
  layoutId: fc.constantFrom(...layoutIds),
  gapMm: fc.double({ min: 0, max: 30, noNaN: true }),
  marginMm: fc.constantFrom(0, 1, 5, 60),
  cornerRadiusMm: fc.double({ min: 0, max: 200, noNaN: true }),
})
const floating: readonly LayoutId[] = ['polaroids', 'filmstrip']
const corners = (slot: { xMm: number; yMm: number; widthMm: number; heightMm: number }) =>
  [-0.5, 0.5].flatMap((x) =>
    [-0.5, 0.5].map((y) => ({
      xMm: slot.xMm + x * slot.widthMm,
      yMm: slot.yMm + y * slot.heightMm,
    })),
  )

it('every layout has as many slots as it says, numbered in order, on every product', () => {
  fc.assert(
    fc.property(layoutArbitrary, geometryArbitrary, (layout, geometry) => {
      const slots = layoutSlots(layout, geometry)
      expect(slots.map(({ id }) => id)).toEqual(
        Array.from({ length: layoutTable[layout.layoutId].slotCount }, (_, at) => `slot-${at + 1}`),
      )
    }),
  )
})

it('there are at least eight collage layouts beside the free one', () => {
  expect(layoutIds.filter((id) => layoutTable[id].slotCount > 0).length).toBeGreaterThanOrEqual(8)
  expect(layoutTable.free.slotCount).toBe(0)
})

it('every slot is printable: it has a size, and lies within the print', () => {
  fc.assert(
    fc.property(layoutArbitrary, geometryArbitrary, (layout, geometry) => {
      const limit = { ...bleedBox(geometry), cornerRadiusMm: 0 }
      for (const slot of layoutSlots(layout, geometry)) {
        expect(Math.min(slot.widthMm, slot.heightMm)).toBeGreaterThan(0.5)
        if (slot.rotationDeg !== 0) continue
        for (const corner of corners(slot)) {
          expect(roundedBoxHolds(limit, corner, 1e-6)).toBe(true)
        }
      }
    }),
  )
})

it('slots of a collage never overlap', () => {
  fc.assert(
    fc.property(layoutArbitrary, geometryArbitrary, (layout, geometry) => {
      if (layout.layoutId === 'polaroids') return
      const slots = layoutSlots(layout, geometry)
      for (const [at, one] of slots.entries()) {
        for (const other of slots.slice(at + 1)) {
          const apartX = Math.abs(one.xMm - other.xMm) - (one.widthMm + other.widthMm) / 2
          const apartY = Math.abs(one.yMm - other.yMm) - (one.heightMm + other.heightMm) / 2
          expect(Math.max(apartX, apartY)).toBeGreaterThan(-1e-6)
        }
      }
    }),
  )
})

it('without a margin a collage fills the whole print into the bleed, but for the gaps', () => {
  const { geometry } = phoneCase()
  for (const layoutId of layoutIds) {
    if (layoutId === 'free' || floating.includes(layoutId)) continue
    const layout = { layoutId, gapMm: 0, marginMm: 0, cornerRadiusMm: 0 }
    const area = layoutSlots(layout, geometry).reduce((sum, s) => sum + s.widthMm * s.heightMm, 0)
    const bleed = bleedBox(geometry)
    expect(area).toBeCloseTo(bleed.widthMm * bleed.heightMm, 3)
  }
})

it('with a margin a collage stands within the trim by it, its outer corners like the case’s', () => {
  const { geometry } = phoneCase()
  const layout = { ...defaultLayout('grid-four', geometry), marginMm: 4 }
  for (const slot of layoutSlots(layout, geometry)) {
    expect(slot.xMm - slot.widthMm / 2).toBeGreaterThanOrEqual(4 - 1e-9)
    expect(slot.clip?.cornerRadiusMm).toBeCloseTo(trimBox(geometry).cornerRadiusMm - 4)
  }
})

it('on a round cake a collage is cut to a circle', () => {
  const { geometry } = roundCake()
  const layout = { ...defaultLayout('grid-four', geometry), marginMm: 10 }
  const clip = layoutSlots(layout, geometry)[0]?.clip
  expect(clip?.cornerRadiusMm).toBeCloseTo((clip?.widthMm ?? 0) / 2)
})

it('prints thrown on a product keep their photos within its outline', () => {
  for (const { geometry } of [phoneCase(), roundCake()]) {
    for (const layoutId of floating) {
      for (const slot of layoutSlots(defaultLayout(layoutId, geometry), geometry)) {
        for (const corner of corners(slot)) {
          expect(roundedBoxHolds(trimBox(geometry), corner, 0.5)).toBe(true)
        }
      }
    }
  }
})

it('the papers of a filmstrip reach over no neighbour’s photo', () => {
  fc.assert(
    fc.property(
      geometryArbitrary,
      fc.double({ min: 0, max: 30, noNaN: true }),
      (geometry, gapMm) => {
        const layout = { layoutId: 'filmstrip' as const, gapMm, marginMm: 0, cornerRadiusMm: 0 }
        const slots = layoutSlots(layout, geometry)
        for (const [at, slot] of slots.entries()) {
          const next = slots[at + 1]
          if (!next) continue
          const across = next.xMm - slot.xMm - (next.widthMm + slot.widthMm) / 2
          const down = next.yMm - slot.yMm - (next.heightMm + slot.heightMm) / 2
          const tall = next.yMm > slot.yMm + 1e-6
          const gap = tall ? down : across
          const reach = tall ? next.paper?.topMm : next.paper?.sideMm
          expect(reach).toBeCloseTo(gap, 6)
        }
      },
    ),
  )
})
