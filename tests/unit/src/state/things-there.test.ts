import { createStore } from 'jotai'
import { beforeEach, expect, it, vi } from 'vitest'
import { photoLayer } from '#core/design/create.ts'
import { succeed } from '#core/errors.ts'
import { designAtom, openDesignAtom } from '#src/state/editor.ts'
import { changeToolAtom } from '#src/state/tool-history.ts'
import { applyToolAtom, openToolAtom } from '#src/state/tool-jobs.ts'
import { agreeToServerAtom } from '#src/state/tool-place.ts'
import { previewThereAtom, toolPictureAtom, toolThingsAtom } from '#src/state/tool-preview.ts'
import { caseWith, emptyCase, freePhoto, photo, photoRef } from '../../design/designs.ts'
import { resetWorkers } from './fake-workers.ts'

vi.mock('#src/worker-clients/workers.ts', async () => (await import('./fake-workers.ts')).workers)

const ball = { box: { x: 0.1, y: 0.2, width: 0.3, height: 0.25 }, place: { x: 0.2, y: 0.3 } }
const kept = { x: 0.1, y: 0.1, width: 0.8, height: 0.8 }
const picture = { close: vi.fn(), width: 10, height: 10 }
vi.mock('#src/state/server-tool.ts', () => ({
  previewOnServer: async () =>
    succeed({ picture, hardlyChanges: false, things: [ball], kept, lacks: [] }),
  runOnServer: async () =>
    succeed({ result: photoRef(300, 400, 'r'), matte: null, kept, lacks: [] }),
  askOffer: async () => ({ ok: false }),
}))

beforeEach(resetWorkers)

it('what the server took where nobody is can be left out one after the other, without its picture', async () => {
  const store = createStore()
  store.set(openDesignAtom, caseWith(freePhoto('a')))
  store.set(agreeToServerAtom)
  await store.set(openToolAtom, { layerId: 'a', tool: 'cut-out' })
  expect(store.get(toolThingsAtom)).toBeNull()
  await store.set(previewThereAtom)
  expect(store.get(toolThingsAtom)).toEqual([ball])
  await store.set(changeToolAtom, { thingsOut: '0.200 0.300' })
  expect(store.get(toolPictureAtom)).toBeNull()
  expect(store.get(toolThingsAtom)).toEqual([ball])
  await store.set(changeToolAtom, { sought: 'things' })
  expect(store.get(toolThingsAtom)).toBeNull()
})

it('what the server took comes to stand whole, with a preview or without', async () => {
  for (const previews of [true, false]) {
    const store = createStore()
    store.set(openDesignAtom, caseWith(photoLayer(emptyCase(), 'a', photoRef())))
    const before = photo(store.get(designAtom), 'a')
    store.set(agreeToServerAtom)
    await store.set(openToolAtom, { layerId: 'a', tool: 'cut-out' })
    if (previews) await store.set(previewThereAtom)
    expect(await store.set(applyToolAtom)).toBe(true)
    const { derived, widthMm } = photo(store.get(designAtom), 'a')
    expect(derived).toMatchObject([{ tool: 'cut-out' }])
    expect(widthMm).toBeLessThan(before.widthMm)
  }
})
