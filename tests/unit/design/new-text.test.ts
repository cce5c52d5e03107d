import { expect, it } from 'vitest'
import { newDesign, textLayer } from '#core/design/create.ts'
import { addLayers } from '#core/design/edits/layers.ts'
import { setText } from '#core/design/edits/text.ts'
import { layerBounds } from '#core/design/geometry.ts'
import { parseDesign } from '#core/design/migrations/migrate.ts'
import { limits } from '#core/limits.ts'
import { caseWith, emptyCase, phoneCase } from './designs.ts'

it('a long text wraps within the print and stays large enough to read', () => {
  for (const text of ['A'.repeat(55), 'some words again and '.repeat(24).slice(0, 500)]) {
    const layer = textLayer(emptyCase(), 'text', text)
    expect(layer.sizeMm).toBeGreaterThanOrEqual(limits.readableTextMm)
    expect(layer.wrapMm).toBeLessThan(phoneCase().geometry.widthMm)
  }
})

it('a long text without spaces, as Chinese has none, is as large as one with spaces', () => {
  const layer = textLayer(
    emptyCase(),
    'text',
    '祝你生日快乐，天天开心，心想事成，笑口常开，前程似锦',
  )
  expect(layer.sizeMm).toBeGreaterThan(5)
})

it('new texts stand below and above one another, not on top of each other', () => {
  let design = newDesign(phoneCase(), 'case')
  for (const id of ['a', 'b', 'c', 'd']) {
    design = addLayers(design, [textLayer(design, id, 'Happy Birthday')])
  }
  const boxes = design.layers.map((layer) => layerBounds(layer))
  boxes.forEach((box, at) => {
    for (const other of boxes.slice(at + 1)) {
      const apart =
        box.yMm + box.heightMm <= other.yMm + 0.01 || other.yMm + other.heightMm <= box.yMm + 0.01
      expect(apart).toBe(true)
    }
  })
})

it('words of spaces alone change nothing', () => {
  const design = caseWith(textLayer(emptyCase(), 'text', 'Hello'))
  expect(setText(design, 'text', '  \n ')).toBe(design)
})

it('a text of before wrapping keeps its own line ends alone', () => {
  const { wrapMm: _, softBreaks: __, ...old } = textLayer(emptyCase(), 'text', 'one two')
  const design = parseDesign({ ...emptyCase(), version: 2, layers: [old] })
  expect(design.ok && design.value.layers[0]).toMatchObject({ wrapMm: null, softBreaks: [] })
})
