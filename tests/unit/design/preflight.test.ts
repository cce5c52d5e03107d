import { expect, it } from 'vitest'
import { newDesign, photoLayer, textLayer } from '#core/design/create.ts'
import { layerDpi } from '#core/design/crop.ts'
import type { Design } from '#core/design/document.ts'
import { addLayers, lockLayers } from '#core/design/edits/layers.ts'
import { setBackground } from '#core/design/edits/product.ts'
import { setLayout } from '#core/design/edits/slots.ts'
import { layerBounds } from '#core/design/geometry.ts'
import { parseDesign, parseDesignText } from '#core/design/migrations/migrate.ts'
import { stickerLayer } from '#core/design/new-sticker.ts'
import {
  type Evidence,
  type Finding,
  type PreflightCode,
  preflight,
} from '#core/design/preflight.ts'
import { applyFix, automaticFixes, isAutomatic } from '#core/design/preflight-fixes.ts'
import { limits } from '#core/limits.ts'
import { caseWith, emptyCase, freePhoto, layer, photo, photoRef, roundCake } from './designs.ts'

const ink = { inkedShare: 1, contrast: 200, missingGlyphs: {} }
const codes = (design: Design, evidence: Evidence = { ink }) =>
  preflight(design, evidence).map(({ code }) => code)

function findingOf(design: Design, code: PreflightCode, evidence: Evidence = { ink }): Finding {
  const found = preflight(design, evidence).find((finding) => finding.code === code)
  if (!found) throw new Error(`no ${code}`)
  return found
}

it('a sharp photo over the whole print is ready', () => {
  expect(codes(caseWith(photoLayer(emptyCase(), 'one', photoRef())))).toEqual([])
})

it('under 150 dpi a photo is said to be low, under 72 to be poor, and how low', () => {
  const at = (px: number) =>
    caseWith(freePhoto('one', { original: photoRef(px, px), widthMm: 25.4, heightMm: 25.4 }))
  expect(codes(at(150))).toEqual([])
  expect(findingOf(at(149), 'low-dpi')).toMatchObject({
    severity: 'warning',
    layerId: 'one',
    params: { dpi: 149 },
    fixes: ['enhance', 'shrink', 'replace-photo'],
  })
  expect(findingOf(at(71), 'poor-dpi')).toMatchObject({ severity: 'serious' })
})

it('shrinking makes a photo just sharp enough', () => {
  const design = caseWith(freePhoto('one', { original: photoRef(200, 200) }))
  const fixed = applyFix(design, findingOf(design, 'low-dpi'), 'shrink')
  expect(layerDpi(photo(fixed, 'one'))).toBeCloseTo(limits.dpiWarn + 0.5)
  expect(codes(fixed)).toEqual([])
})

it('an empty slot is said, and can be taken away without losing a photo', () => {
  const laid = setLayout(emptyCase(), { layoutId: 'grid-four' })
  const design = ['a', 'b', 'c'].reduce(
    (now, name) => addLayers(now, [photoLayer(now, name, photoRef(3000, 4000, name))]),
    laid,
  )
  expect(findingOf(design, 'empty-slot')).toMatchObject({ slotId: 'slot-4', params: { number: 4 } })
  const fixed = applyFix(design, findingOf(design, 'empty-slot'), 'remove-slot')
  expect(fixed.layout.layoutId).toBe('hero-and-two')
  expect(codes(fixed)).not.toContain('empty-slot')
  expect(fixed.layers).toHaveLength(3)
})

it('text that the edge cuts off is said to be cut, seriously, and moved in', () => {
  for (const at of [
    { xMm: 5, yMm: 120 },
    { xMm: 70, yMm: 146 },
  ]) {
    const design = caseWith(textLayer(emptyCase(), 'text', 'Hello', { at }))
    const finding = findingOf(design, 'cut-off')
    expect(finding.severity).toBe('serious')
    const fixed = applyFix(design, finding, 'move-into-safe-area')
    expect(codes(fixed)).toEqual([])
    expect(layer(fixed, 'text').scale).toBe(1)
  }
})

it('text that comes close to the edge is whole, and only worth knowing', () => {
  const text = textLayer(emptyCase(), 'text', 'Hello', { at: { xMm: 40, yMm: 120 } })
  const design = caseWith({ ...text, xMm: text.widthMm / 2 + 1 })
  expect(findingOf(design, 'outside-safe-area').severity).toBe('notice')
})

it('text that nobody could read is said, and made larger', () => {
  const design = caseWith({ ...textLayer(emptyCase(), 'text', 'Hello'), sizeMm: 0.4 })
  const fixed = applyFix(design, findingOf(design, 'text-too-small'), 'enlarge-text')
  expect(codes(fixed)).not.toContain('text-too-small')
})

it('text too wide for the print is made smaller as it is moved in, also on a round cake', () => {
  const wide = { ...textLayer(emptyCase(), 'text', 'Hello'), widthMm: 300 }
  const onCase = caseWith(wide)
  expect(codes(applyFix(onCase, findingOf(onCase, 'cut-off'), 'move-into-safe-area'))).toEqual([])
  const cake = newDesign(roundCake(), 'cake')
  const onCake = { ...cake, layers: [{ ...textLayer(cake, 'text', 'Hi'), xMm: 15, yMm: 15 }] }
  const finding = preflight(onCake, { ink })[0]
  if (!finding) throw new Error('nothing found')
  expect(codes(applyFix(onCake, finding, 'move-into-safe-area'))).toEqual([])
})

it('a sticker under the camera is said, and moved beside it', () => {
  const design = caseWith(stickerLayer(emptyCase(), 's', 'rose', { at: { xMm: 22, yMm: 22 } }))
  const fixed = applyFix(design, findingOf(design, 'over-hole'), 'move-off-hole')
  expect(codes(fixed)).toEqual([])
  const [hole] = fixed.product.geometry.holes
  expect(hole).toBeDefined()
  const bounds = layerBounds(layer(fixed, 's'))
  expect(bounds.xMm > (hole?.xMm ?? 0) + (hole?.widthMm ?? 0) || bounds.yMm > 37).toBe(true)
})

it('a photo that ends at the trim line is drawn out into the bleed', () => {
  const own = freePhoto('one', {
    original: photoRef(4000, 8000),
    xMm: 35.8,
    yMm: 73.8,
    widthMm: 71.6,
    heightMm: 147.6,
  })
  const design = caseWith(own)
  const fixed = applyFix(design, findingOf(design, 'short-of-bleed'), 'extend-to-bleed')
  expect(layerBounds(layer(fixed, 'one')).xMm).toBeCloseTo(-2)
  expect(codes(fixed)).toEqual([])
})

it('what lies wholly outside the print is said', () => {
  const design = caseWith(freePhoto('one', { xMm: 300 }))
  expect(findingOf(design, 'outside-print').fixes).toContain('delete-layer')
})

it('missing photos and glyphs are said by what is missing', () => {
  const design = caseWith(freePhoto('one'), textLayer(emptyCase(), 'text', 'Hi'))
  const evidence = {
    ink: { ...ink, missingGlyphs: { text: ['字', '母'] } },
    missingPhotos: [photoRef().hash],
  }
  expect(findingOf(design, 'missing-glyphs', evidence).params).toEqual({ characters: '字 母' })
  expect(findingOf(design, 'photo-missing', evidence).layerId).toBe('one')
})

it('a blank print and one that nobody can see are serious', () => {
  const blank = preflight(emptyCase(), { ink: { ...ink, inkedShare: 0, contrast: 0 } })
  expect(blank.map(({ code }) => code)).toEqual(['blank-print'])
  expect(blank[0]?.severity).toBe('serious')
  expect(codes(caseWith(freePhoto('one')), { ink: { ...ink, contrast: 5 } })).toEqual([
    'nearly-invisible',
  ])
})

it('a colour of its own is a print; white without a layer is none', () => {
  const mint = setBackground(emptyCase(), { kind: 'colour', colour: '#bfe3d2' })
  expect(codes(mint, { ink: { ...ink, contrast: 0 } })).toEqual([])
  expect(codes(emptyCase())).toEqual(['blank-print'])
})

it('a layer faded to nothing is said, and can be brought back', () => {
  const design = caseWith(freePhoto('one', { opacity: 0.05 }))
  const fixed = applyFix(design, findingOf(design, 'nearly-invisible'), 'raise-opacity')
  expect(codes(fixed)).toEqual([])
})

it('hidden layers are not judged, and locked ones are offered no fix', () => {
  const poor = freePhoto('one', { original: photoRef(50, 50) })
  expect(codes(caseWith({ ...poor, hidden: true }))).toEqual(['blank-print'])
  expect(findingOf(lockLayers(caseWith(poor), ['one'], true), 'poor-dpi').fixes).toEqual([])
})

it('the most serious comes first', () => {
  const design = caseWith(
    textLayer(emptyCase(), 'text', 'Hi', { at: { xMm: 8, yMm: 120 } }),
    freePhoto('one', { original: photoRef(50, 50) }),
  )
  expect(codes(design)[0]).toBe('poor-dpi')
})

it('fixes that need the customer are not automatic', () => {
  expect(isAutomatic('change-font')).toBe(false)
  expect(automaticFixes.every(isAutomatic)).toBe(true)
})

it('a design comes back from JSON as it was', () => {
  const design = caseWith(freePhoto('one'), textLayer(emptyCase(), 'text', 'Hi'))
  expect(parseDesignText(JSON.stringify(design))).toEqual({ ok: true, value: design })
})

it('a design of a later release is refused as newer, anything else as unreadable', () => {
  const code = (json: unknown) => {
    const outcome = parseDesign(json)
    return outcome.ok ? 'ok' : outcome.fault.code
  }
  expect(code({ ...emptyCase(), version: 99 })).toBe('design-newer')
  expect(code({ ...emptyCase(), layers: 'none' })).toBe('design-unreadable')
  expect(code(caseWith(freePhoto('one'), freePhoto('one')))).toBe('design-unreadable')
  for (const foreign of [null, 7, [], {}, { version: 0 }]) {
    expect(code(foreign)).toBe('design-unreadable')
  }
  const cut = parseDesignText('{"version":1')
  expect(cut.ok ? 'ok' : cut.fault.code).toBe('design-unreadable')
})

it('two photos that claim one slot, or a crop beyond the photo, are mended', () => {
  const laid = setLayout(emptyCase(), { layoutId: 'full' })
  const crop = { x: 0.9, y: 0, width: 0.5, height: 0.5 }
  const design = {
    ...laid,
    layers: [freePhoto('a', { slotId: 'slot-1', crop }), freePhoto('b', { slotId: 'slot-1' })],
  }
  const outcome = parseDesign(design)
  if (!outcome.ok) throw new Error(outcome.fault.cause)
  expect(photo(outcome.value, 'a')).toMatchObject({ slotId: 'slot-1', crop: { ...crop, x: 0.5 } })
  expect(photo(outcome.value, 'b').slotId).toBeNull()
})
