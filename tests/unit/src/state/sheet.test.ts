import { createStore } from 'jotai'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { newDesign } from '#core/design/create.ts'
import { lookAt } from '#core/design/look-at.ts'
import { designAtom, openDesignAtom } from '#src/state/editor.ts'
import { meantPhotoAtom } from '#src/state/meant-photo.ts'
import { openPanelAtom } from '#src/state/panel.ts'
import { placePhotoAtom } from '#src/state/photos.ts'
import { isSheetLowAtom, sheetRestAtom } from '#src/state/sheet.ts'
import { lookAtAtom, viewAtom, viewportAtom } from '#src/state/view.ts'
import { phoneCase, photoRef } from '../../design/designs.ts'
import { resetWorkers } from './fake-workers.ts'

vi.mock('#src/worker-clients/workers.ts', async () => (await import('./fake-workers.ts')).workers)

beforeEach(() => resetWorkers())

function opened() {
  const store = createStore()
  store.set(openDesignAtom, newDesign(phoneCase('apple-iphone-15-pro'), 'a design'))
  store.set(viewportAtom, { widthPx: 390, heightPx: 700 })
  store.set(placePhotoAtom, { photo: photoRef(3000, 4000) })
  return store
}

describe('the sheet of a panel', () => {
  it('is low for the tool that it was pulled down for alone', () => {
    const store = opened()
    store.set(openPanelAtom, 'adjust')
    expect(store.get(sheetRestAtom)).toBe('tool')
    store.set(isSheetLowAtom, true)
    expect(store.get(sheetRestAtom)).toBe('low')
    store.set(openPanelAtom, 'preflight')
    expect(store.get(sheetRestAtom)).toBe('reading')
    store.set(openPanelAtom, 'text')
    expect(store.get(sheetRestAtom)).toBe('panel')
  })
})

describe('a close look by the stage itself', () => {
  const closeLook = (store: ReturnType<typeof opened>) => {
    const { layer } = store.get(meantPhotoAtom)
    if (layer === undefined) throw new Error('no photo')
    return lookAt({ ...layer, scale: 0.3 }, store.get(designAtom).product.geometry, [])
  }

  it('moves from what was seen and gives it back, with what was chosen meanwhile', () => {
    const store = opened()
    const before = store.get(viewAtom)
    const look = closeLook(store)
    store.set(lookAtAtom, look, 0)
    expect(store.get(viewAtom)).toEqual(before)
    store.set(lookAtAtom, look, 1)
    const close = store.get(viewAtom)
    expect(close.scalePxPerMm).toBeGreaterThan(2 * before.scalePxPerMm)
    store.set(viewAtom, { ...close, originXPx: 5 })
    store.set(lookAtAtom, null, 0)
    expect(store.get(viewAtom)).toEqual({ ...close, originXPx: 5 })
    store.set(lookAtAtom, null, 1)
    expect(store.get(viewAtom)).toEqual(before)
  })

  it('leaves a view that the customer chose before', () => {
    const store = opened()
    const chosen = { scalePxPerMm: 9, originXPx: 1, originYPx: 2 }
    store.set(viewAtom, chosen)
    store.set(lookAtAtom, closeLook(store), 1)
    store.set(lookAtAtom, null, 1)
    expect(store.get(viewAtom)).toEqual(chosen)
  })
})
