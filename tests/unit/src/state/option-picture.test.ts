import { createStore } from 'jotai'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { succeed } from '#core/errors.ts'
import { openDesignAtom } from '#src/state/editor.ts'
import { toolSessionAtom } from '#src/state/open-tool.ts'
import { makeOptionPicture } from '#src/state/option-picture.ts'
import { applyToolAtom, openToolAtom, setToolAtom } from '#src/state/tool-jobs.ts'
import { toolPreviewingAtom } from '#src/state/tool-preview.ts'
import { caseWith, freePhoto, photoRef } from '../../design/designs.ts'
import { resetWorkers, worker } from './fake-workers.ts'
import { pendingCall } from './pending-call.ts'

vi.mock('#src/worker-clients/workers.ts', async () => (await import('./fake-workers.ts')).workers)

beforeEach(() => {
  resetWorkers()
  vi.stubGlobal('createImageBitmap', async () => ({ width: 1, height: 1 }))
})

/** An open tool, whose preview is on the stage, and a tile of another look on its way. */
async function whileATileIsMade() {
  const store = createStore()
  store.set(openDesignAtom, caseWith(freePhoto('a')))
  await store.set(openToolAtom, { layerId: 'a', tool: 'anime' })
  const request = store.get(toolSessionAtom)?.request
  if (request === undefined) throw new Error('no tool is open')
  const tile = pendingCall()
  worker.preview.mockImplementationOnce(tile.call)
  const { signal } = new AbortController()
  const making = makeOptionPicture(request, { longSidePx: 720, isOnStage: false, signal })
  return { store, making, tile: tile.signals[0] }
}

describe('the picture of an option', () => {
  it('is stopped at once by a setting that moves, before that setting rests', async () => {
    const { store, making, tile } = await whileATileIsMade()
    const moved = store.set(setToolAtom, { strength: 0.9 })
    expect(tile?.aborted).toBe(true)
    expect(await making).toBeNull()
    expect(store.get(toolPreviewingAtom)).toBe(true)
    await moved
    expect(store.get(toolPreviewingAtom)).toBe(false)
  })

  it('is stopped at once by applying the tool', async () => {
    const { store, making, tile } = await whileATileIsMade()
    worker.run.mockResolvedValue(
      succeed({ result: photoRef(100, 100, 'r'), matte: null, lacks: [] }),
    )
    const applied = store.set(applyToolAtom)
    expect(tile?.aborted).toBe(true)
    expect(await making).toBeNull()
    expect(await applied).toBe(true)
  })

  it('uses again what the stage shows, and leaves that as it is for any other option', async () => {
    const { store } = await whileATileIsMade()
    const request = store.get(toolSessionAtom)?.request
    if (request === undefined) throw new Error('no tool is open')
    const { signal } = new AbortController()
    worker.preview.mockClear()
    for (const isOnStage of [true, false]) {
      await makeOptionPicture(request, { longSidePx: 720, isOnStage, signal })
    }
    expect(worker.preview.mock.calls.map(([, , care]) => care)).toEqual(['quick', 'aside'])
  })
})
