import { createStore } from 'jotai'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fail, succeed } from '#core/errors.ts'
import { openDesignAtom } from '#src/state/editor.ts'
import { toolSessionAtom } from '#src/state/open-tool.ts'
import { makeOptionPicture } from '#src/state/option-picture.ts'
import { applyToolAtom, openToolAtom, setToolAtom } from '#src/state/tool-jobs.ts'
import { toolPreviewingAtom } from '#src/state/tool-preview.ts'
import { caseWith, freePhoto, photoRef } from '../design/designs.ts'
import { pendingCall } from './pending-call.ts'

const worker = vi.hoisted(() => ({
  preview: vi.fn(),
  run: vi.fn(),
  probe: vi.fn(),
  lendPhoto: vi.fn(),
  readyPhoto: vi.fn(),
  endLoan: vi.fn(),
  onRestart: vi.fn(),
}))
vi.mock('#src/worker-clients/workers.ts', () => ({
  imaging: worker,
  compositor: worker,
  openCv: {},
  spareDevice: vi.fn(),
}))

const preview = () => succeed({ picture: { close: vi.fn(), width: 10, height: 10 } })

beforeEach(() => {
  vi.stubGlobal('navigator', { userAgent: 'a browser' })
  vi.stubGlobal('addEventListener', vi.fn())
  vi.stubGlobal('createImageBitmap', async () => ({ width: 1, height: 1 }))
  for (const call of Object.values(worker)) call.mockReset()
  worker.preview.mockImplementation(async () => preview())
  worker.onRestart.mockImplementation(() => () => undefined)
  for (const call of [worker.lendPhoto, worker.readyPhoto]) {
    call.mockImplementation(async () => succeed(undefined))
  }
  worker.probe.mockImplementation(async () => fail('worker-died'))
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
    worker.run.mockResolvedValue(succeed({ result: photoRef(100, 100, 'r'), matte: null }))
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
