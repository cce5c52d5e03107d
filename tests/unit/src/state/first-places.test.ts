import { createStore } from 'jotai'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { newDesign, textLayer } from '#core/design/create.ts'
import { addLayers } from '#core/design/edits/layers.ts'
import { panPhoto, pushDerived } from '#core/design/edits/photo.ts'
import { succeed } from '#core/errors.ts'
import { designAtom, editAtom, openDesignAtom, undoAtom } from '#src/state/editor.ts'
import { photosShownAtom } from '#src/state/faces.ts'
import {
  awaitsFacesAtom,
  keepPlacesAtom,
  notePlacedAtom,
  showFacesAtom,
} from '#src/state/first-places.ts'
import { placePhotoAtom } from '#src/state/photos.ts'
import { openToolAtom } from '#src/state/tool-jobs.ts'
import { phoneCase, photoRef } from '../../design/designs.ts'
import { resetWorkers, worker } from './fake-workers.ts'

vi.mock('#src/worker-clients/workers.ts', async () => (await import('./fake-workers.ts')).workers)

beforeEach(() => resetWorkers())

const photo = photoRef(3000, 4000)
/** Somebody whose face lies under the camera of the case as the photo is placed. */
const faces = {
  [photo.hash]: [
    {
      width: 0.2,
      eyes: [
        { x: 0.35, y: 0.2 },
        { x: 0.43, y: 0.2 },
      ],
    },
  ],
}

function placed() {
  const store = createStore()
  store.set(openDesignAtom, newDesign(phoneCase('apple-iphone-15-pro'), 'a design'))
  store.set(placePhotoAtom, { photo })
  const crop = () =>
    store.get(designAtom).layers.flatMap((layer) => ('crop' in layer ? [layer.crop] : []))
  return { store, crop, before: crop(), id: store.get(designAtom).layers[0]?.id ?? '' }
}

describe('a photo whose faces become known after it was placed', () => {
  it('moves in its frame for them, in one step of undo, and never again', () => {
    const { store, crop, before } = placed()
    expect(store.get(awaitsFacesAtom)).toBe(true)
    store.set(showFacesAtom, faces)
    expect(crop()).not.toEqual(before)
    expect(store.get(awaitsFacesAtom)).toBe(false)
    store.set(undoAtom)
    expect(crop()).toEqual(before)
    store.set(showFacesAtom, faces)
    expect(crop()).toEqual(before)
  })

  it('stays where its customer has moved it', () => {
    const { store, crop, id } = placed()
    store.set(editAtom, { edit: (design) => panPhoto(design, id, 0.1, 0) })
    const moved = crop()
    expect(store.get(awaitsFacesAtom)).toBe(false)
    store.set(showFacesAtom, faces)
    expect(crop()).toEqual(moved)
  })

  it('stays where somebody has put words on it, or has looked at how it will be printed', () => {
    const written = placed()
    written.store.set(editAtom, {
      edit: (design) => addLayers(design, [textLayer(design, 'words', 'Hello')]),
    })
    written.store.set(showFacesAtom, faces)
    expect(written.crop()).toEqual(written.before)
    const seen = placed()
    seen.store.set(keepPlacesAtom)
    seen.store.set(showFacesAtom, faces)
    expect(seen.crop()).toEqual(seen.before)
  })

  it('moves again once a tool has straightened it, for the faces of what is shown then', () => {
    const { store, crop, id } = placed()
    store.set(showFacesAtom, faces)
    const result = { ...photoRef(3000, 4000), hash: 'f'.repeat(64) }
    const straightened = { tool: 'rescue', settings: {}, result, matte: null }
    store.set(editAtom, { edit: (design) => pushDerived(design, id, straightened) })
    store.set(notePlacedAtom, id)
    expect(store.get(photosShownAtom)).toBe(result.hash)
    expect(store.get(awaitsFacesAtom)).toBe(true)
    const before = crop()
    const lower = {
      width: 0.2,
      eyes: [
        { x: 0.6, y: 0.9 },
        { x: 0.7, y: 0.9 },
      ],
    }
    store.set(showFacesAtom, { ...faces, [result.hash]: [lower] })
    expect(crop()).not.toEqual(before)
    store.set(undoAtom)
    expect(crop()).toEqual(before)
  })
})

it('faces of a photo that was just placed are looked for between the first look of a tool and its fine one', async () => {
  const { store, id } = placed()
  vi.stubGlobal('caches', { has: async () => true })
  worker.facesReadiness.mockResolvedValue(succeed({ available: true, downloadBytes: 0 }))
  worker.findFaces.mockResolvedValue(succeed([]))
  await store.set(openToolAtom, { layerId: id, tool: 'anime' })
  const [quick, fine] = worker.preview.mock.invocationCallOrder
  const [looked] = worker.findFaces.mock.invocationCallOrder
  expect(looked).toBeGreaterThan(quick ?? 0)
  expect(looked).toBeLessThan(fine ?? 0)
  expect(worker.findFaces).toHaveBeenCalledTimes(1)
})
