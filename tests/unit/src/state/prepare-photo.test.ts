import { createStore } from 'jotai'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ToolId } from '#core/imaging/tools/table.ts'
import { openDesignAtom } from '#src/state/editor.ts'
import { preparePhotoAtom, stopPreparing } from '#src/state/prepare-photo.ts'
import { openToolAtom } from '#src/state/tool-jobs.ts'
import { agreeToServerAtom } from '#src/state/tool-place.ts'
import { caseWith, freePhoto, photoRef } from '../../design/designs.ts'
import { resetWorkers, worker } from './fake-workers.ts'
import { pendingCall } from './pending-call.ts'

vi.mock('#src/worker-clients/workers.ts', async () => (await import('./fake-workers.ts')).workers)

beforeEach(() => {
  resetWorkers()
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: vi.fn(), removeItem: vi.fn() })
  stopPreparing()
})

const whilePreparing = () => {
  const store = createStore()
  store.set(openDesignAtom, caseWith(freePhoto('a')))
  const look = pendingCall()
  worker.prepare.mockImplementation(look.call)
  void store.set(preparePhotoAtom, photoRef(100, 100, 'a'))
  return { store, signal: look.signals[0] }
}

describe('the look at a photo before a tool is chosen', () => {
  it.each<[ToolId, boolean]>([
    ['anime', false],
    ['sketch', false],
    ['enhance', true],
  ])('goes on under %s only where that begins with the same look', async (tool, isStopped) => {
    const { store, signal } = whilePreparing()
    await store.set(openToolAtom, { layerId: 'a', tool })
    expect(signal?.aborted).toBe(isStopped)
  })

  it('ends where another photo is meant', () => {
    const { store, signal } = whilePreparing()
    void store.set(preparePhotoAtom, photoRef(100, 100, 'b'))
    expect(signal?.aborted).toBe(true)
    expect(worker.prepare).toHaveBeenCalledTimes(2)
  })

  it('is not taken on a device whose customer lets the server work', () => {
    const store = createStore()
    store.set(agreeToServerAtom)
    void store.set(preparePhotoAtom, photoRef(100, 100, 'a'))
    expect(worker.prepare).not.toHaveBeenCalled()
  })
})
