import { describe, expect, it } from 'vitest'
import { neutralAdjustments } from '#core/design/adjustments.ts'
import { newDesign, photoLayer } from '#core/design/create.ts'
import { clearAdjustments, setAdjustment, setLook } from '#core/design/edits/adjust.ts'
import { addLayers, duplicateLayers, layerById } from '#core/design/edits/layers.ts'
import { pushDerived, replacePhoto } from '#core/design/edits/photo.ts'
import { emptyHistory, record, undo } from '#core/design/history.ts'
import { parseDesign } from '#core/design/migrations/migrate.ts'
import { unwrap } from '#core/errors.ts'
import { phoneCase } from './designs.ts'

const photo = {
  hash: 'a'.repeat(64),
  widthPx: 40,
  heightPx: 30,
  mediaType: 'image/png' as const,
}
const other = { ...photo, hash: 'b'.repeat(64) }
const empty = newDesign(phoneCase(), 'd')
const design = addLayers(empty, [photoLayer(empty, 'p', photo)])
const adjustmentsOf = (of: typeof design, id = 'p') => {
  const layer = layerById(of, id)
  return layer?.kind === 'photo' ? layer.adjustments : undefined
}

describe('adjusting a photo', () => {
  it('sets one slider and leaves the others', () => {
    const warm = setAdjustment(design, 'p', 'warmth', 0.4)
    expect(adjustmentsOf(warm)).toEqual({ ...neutralAdjustments, warmth: 0.4 })
    const both = setAdjustment(warm, 'p', 'grain', 0.2)
    expect(adjustmentsOf(both)).toEqual({ ...neutralAdjustments, warmth: 0.4, grain: 0.2 })
    expect(unwrap(parseDesign(JSON.parse(JSON.stringify(both))))).toEqual(both)
  })

  it('holds values to their sliders, so that the design can always be opened', () => {
    expect(adjustmentsOf(setAdjustment(design, 'p', 'light', 7))?.light).toBe(1)
    const set = setAdjustment(setAdjustment(design, 'p', 'light', 1), 'p', 'vignette', -1)
    expect(adjustmentsOf(set)?.vignette).toBe(0)
    expect(adjustmentsOf(setLook(design, 'p', 'dusk', 3))?.look?.amount).toBe(1)
  })

  it('has nothing set of it once everything is back', () => {
    const set = setLook(setAdjustment(design, 'p', 'light', 0.2), 'p', 'dusk', 0.5)
    expect(clearAdjustments(set, 'p')).toEqual(design)
    expect(setLook(setAdjustment(set, 'p', 'light', 0), 'p', null, 1)).toEqual(design)
    expect(adjustmentsOf(setLook(set, 'p', 'dusk', 0))?.look).toEqual({ lookId: 'dusk', amount: 0 })
  })

  it('makes no step where nothing changes, and none of a locked photo', () => {
    expect(setAdjustment(design, 'p', 'light', 0)).toBe(design)
    const dusk = setLook(design, 'p', 'dusk', 0.5)
    expect(setLook(dusk, 'p', 'dusk', 0.5)).toBe(dusk)
    const locked = { ...design, layers: design.layers.map((layer) => ({ ...layer, locked: true })) }
    expect(setAdjustment(locked, 'p', 'light', 1)).toBe(locked)
  })

  it('is undone like any edit', () => {
    const dusk = setLook(design, 'p', 'dusk', 1)
    expect(undo(record(emptyHistory, design, dusk), dusk)?.design).toEqual(design)
  })

  it('stays with copies, with another photo in its place and with what the tools make', () => {
    const dusk = setLook(design, 'p', 'dusk', 1)
    const set = adjustmentsOf(dusk)
    expect(adjustmentsOf(replacePhoto(dusk, 'p', other))).toEqual(set)
    const derived = { tool: 'sketch', settings: {}, result: other, matte: null }
    expect(adjustmentsOf(pushDerived(dusk, 'p', derived))).toEqual(set)
    expect(adjustmentsOf(duplicateLayers(dusk, [['p', 'copy']]), 'copy')).toEqual(set)
  })
})
