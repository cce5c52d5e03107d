import { createStore } from 'jotai'
import { expect, it } from 'vitest'
import { doodleLayer } from '#core/design/create.ts'
import { type Design, designSchema, type Stroke } from '#core/design/document.ts'
import { addStroke } from '#core/design/edits/doodle.ts'
import { addLayers, removeLayers } from '#core/design/edits/layers.ts'
import { pushDerived } from '#core/design/edits/photo.ts'
import { limits } from '#core/limits.ts'
import {
  designAtom,
  editAtom,
  editRefusedAtom,
  openDesignAtom,
  undoAtom,
} from '#src/state/editor.ts'
import { caseWith, derivedPhoto, emptyCase, freePhoto, photoRef } from '../../design/designs.ts'

function openedStore(design: Design) {
  const store = createStore()
  store.set(openDesignAtom, design)
  return store
}
const layers = (count: number) => Array.from({ length: count }, (_, at) => freePhoto(`p${at}`))
const stroke = (points: number): Stroke => ({
  points: Array.from({ length: points }, (_, at) => [-123.45, 100 + (at % 100) / 100, 0.55]),
  colour: '#112233',
  widthMm: 3.25,
  eraser: false,
})

it('a full design takes no more layers: it stays as it was, and that is said each time', () => {
  const full = caseWith(...layers(limits.designLayersMax))
  const store = openedStore(full)
  const add = () => store.set(editAtom, { edit: (now) => addLayers(now, [freePhoto('more')]) })
  add()
  expect(store.get(designAtom)).toBe(full)
  const said = store.get(editRefusedAtom)
  expect(said).toEqual({ of: 'layers' })
  add()
  expect(store.get(editRefusedAtom)).not.toBe(said)
  expect(store.set(undoAtom)).toBe(false)
  store.set(editAtom, { edit: (now) => removeLayers(now, ['p0']) })
  add()
  expect(store.get(designAtom).layers).toHaveLength(limits.designLayersMax)
})

it('a doodle takes no more points than a design holds in all its doodles', () => {
  const half = limits.designPointsMax / 2
  const sheets = caseWith(doodleLayer(emptyCase(), 'one'), doodleLayer(emptyCase(), 'two'))
  const store = openedStore(addStroke(sheets, 'one', stroke(half)))
  store.set(editAtom, { edit: (now) => addStroke(now, 'two', stroke(half)) })
  expect(store.get(editRefusedAtom)).toEqual({ of: 'points' })
  expect(designSchema.safeParse(store.get(designAtom)).success).toBe(true)
})

it('the fullest design of the studio is a valid one, and not too long to be sent', () => {
  const tools = { tool: 'cut-out', settings: { look: 'natural', strength: 0.512345678901234 } }
  const versions = Array.from({ length: 12 }, (_, at) => ({
    ...derivedPhoto('cut-out', String.fromCharCode(98 + at)),
    ...tools,
    tool: 'cut-out' as const,
    matte: photoRef(4000, 4000, 'm'),
  }))
  const photos = layers(limits.designLayersMax - 1).map((layer) => ({
    ...layer,
    xMm: 12.345678901234567,
    yMm: 12.345678901234567,
    rotationDeg: 12.345678901234567,
  }))
  const photographed = photos.reduce(
    (design, { id }) => versions.reduce((now, each) => pushDerived(now, id, each), design),
    caseWith(...photos, doodleLayer(emptyCase(), 'doodle')),
  )
  const strokes = Array.from({ length: 100 }, () => stroke(limits.designPointsMax / 100 - 1))
  const full = strokes.reduce((now, each) => addStroke(now, 'doodle', each), photographed)
  expect(designSchema.safeParse(full).error?.issues ?? []).toEqual([])
  expect(JSON.stringify(full).length).toBeLessThan(limits.designJsonMax)
})
