import { createStore } from 'jotai'
import { beforeEach, expect, it, vi } from 'vitest'
import { photoLayer } from '#core/design/create.ts'
import { succeed } from '#core/errors.ts'
import { designAtom, openDesignAtom, undoAtom } from '#src/state/editor.ts'
import { applyToolAtom, openToolAtom, setToolAtom } from '#src/state/tool-jobs.ts'
import { caseWith, emptyCase, photo, photoRef } from '../../design/designs.ts'
import { resetWorkers, worker } from './fake-workers.ts'

vi.mock('#src/worker-clients/workers.ts', async () => (await import('./fake-workers.ts')).workers)

const alone = { x: 0.6, y: 0.2, width: 0.2, height: 0.8 }
const everybody = { x: 0.1, y: 0.2, width: 0.7, height: 0.8 }

/** A cut-out keeps one of the people, or all, as it is set. */
beforeEach(() => {
  resetWorkers()
  worker.preview.mockImplementation(async ({ settings: { leftOut } }) =>
    succeed({
      picture: { close: vi.fn(), width: 10, height: 10 },
      hardlyChanges: false,
      things: null,
      kept: leftOut === '' ? null : leftOut === 'nobody' ? everybody : alone,
      lacks: [],
    }),
  )
  worker.run.mockImplementation(async () =>
    succeed({ result: photoRef(3000, 2000, 'r'), matte: null, lacks: [] }),
  )
})

async function opened() {
  const store = createStore()
  store.set(openDesignAtom, caseWith(photoLayer(emptyCase(), 'a', photoRef(3000, 2000))))
  await store.set(openToolAtom, { layerId: 'a', tool: 'cut-out' })
  return { store, layer: () => photo(store.get(designAtom), 'a') }
}

it('who stays when others are left out comes to stand whole, in the step of the cut-out', async () => {
  const { store, layer } = await opened()
  const before = layer()
  await store.set(setToolAtom, { leftOut: '0.200 0.300' })
  await store.set(applyToolAtom)
  const { crop, heightMm } = layer()
  expect(heightMm).toBeLessThan(before.heightMm)
  expect(crop.x).toBeLessThan(alone.x)
  expect(crop.x + crop.width).toBeGreaterThan(alone.x + alone.width)
  store.set(undoAtom)
  expect(layer()).toEqual(before)
})

it('who is left out and brought back again leaves the photo where it lies', async () => {
  const { store, layer } = await opened()
  const { crop, heightMm } = layer()
  await store.set(setToolAtom, { leftOut: '0.200 0.300' })
  await store.set(setToolAtom, { leftOut: 'nobody' })
  await store.set(applyToolAtom)
  expect(layer()).toMatchObject({ crop, heightMm })
})

it('who is brought back to a cut-out that was applied without them is seen again', async () => {
  const { store, layer } = await opened()
  await store.set(setToolAtom, { leftOut: '0.200 0.300' })
  await store.set(applyToolAtom)
  expect(layer().crop.x).toBeGreaterThan(everybody.x)
  await store.set(openToolAtom, { layerId: 'a', tool: 'cut-out' })
  await store.set(setToolAtom, { leftOut: 'nobody' })
  await store.set(applyToolAtom)
  expect(layer().derived).toHaveLength(1)
  expect(layer().crop.x).toBeLessThan(everybody.x)
})

it('who stays is placed by the result itself where nobody waited for its preview', async () => {
  const { store, layer } = await opened()
  const before = layer()
  worker.photoFile.mockResolvedValue(succeed(new Blob()))
  worker.keptIn.mockResolvedValue(succeed(alone))
  void store.set(setToolAtom, { leftOut: '0.200 0.300' })
  await store.set(applyToolAtom)
  expect(layer().heightMm).toBeLessThan(before.heightMm)
})
