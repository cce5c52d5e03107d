import { createStore } from 'jotai'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { removeLayers } from '#core/design/edits/layers.ts'
import { fail, type Outcome, succeed } from '#core/errors.ts'
import { designAtom, editAtom, openDesignAtom, undoAtom } from '#src/state/editor.ts'
import {
  faceFaultAtom,
  faceLookAtom,
  facesAtom,
  findFacesAtom,
  stopFacesAtom,
} from '#src/state/faces.ts'
import { toolSessionAtom } from '#src/state/open-tool.ts'
import { dropPrintAtom, makePrintAtom, printJobAtom } from '#src/state/print-job.ts'
import { toolBeforeAtom } from '#src/state/tool-before.ts'
import {
  applyToolAtom,
  cancelApplyAtom,
  closeToolAtom,
  openToolAtom,
  setToolAtom,
  toolApplyFaultAtom,
  toolApplyingAtom,
} from '#src/state/tool-jobs.ts'
import {
  toolHardlyChangesAtom,
  toolPictureAtom,
  toolPreviewFaultAtom,
  toolPreviewingAtom,
} from '#src/state/tool-preview.ts'
import { caseWith, freePhoto, photo, photoRef } from '../../design/designs.ts'
import { resetWorkers, worker } from './fake-workers.ts'
import { pendingCall } from './pending-call.ts'

vi.mock('#src/worker-clients/workers.ts', async () => (await import('./fake-workers.ts')).workers)

const bitmap = () => ({ close: vi.fn(), width: 10, height: 10 })
const previewOf = (picture: ReturnType<typeof bitmap>, hardlyChanges = false) =>
  succeed({ picture, hardlyChanges, things: null, kept: null, lacks: [] })
const result = { result: photoRef(100, 100, 'r'), matte: null, lacks: [] }
const print = { name: 'print.png' }

const openStore = (design = caseWith(freePhoto('a'))) => {
  const store = createStore()
  store.set(openDesignAtom, design)
  return store
}

beforeEach(resetWorkers)

const openedTool = async () => {
  const store = openStore()
  await store.set(openToolAtom, { layerId: 'a', tool: 'sketch' })
  return store
}

describe('a tool', () => {
  it('that is done becomes a version of the photo, in one step of undo', async () => {
    const store = await openedTool()
    worker.run.mockResolvedValue(succeed(result))
    expect(await store.set(applyToolAtom)).toBe(true)
    expect(photo(store.get(designAtom), 'a').derived).toMatchObject([{ tool: 'sketch' }])
    expect(store.get(toolSessionAtom)).toBeNull()
    store.set(undoAtom)
    expect(photo(store.get(designAtom), 'a').derived).toEqual([])
  })

  it('whose worker died says so, stays open, and can be applied again', async () => {
    const store = await openedTool()
    worker.run.mockResolvedValueOnce(fail('worker-died'))
    expect(await store.set(applyToolAtom)).toBe(false)
    expect(store.get(toolApplyFaultAtom)).toMatchObject({ code: 'worker-died' })
    expect(store.get(toolApplyingAtom)).toBe(false)
    worker.run.mockResolvedValue(succeed(result))
    expect(await store.set(applyToolAtom)).toBe(true)
  })

  it('that is given up while it waits leaves the photo, and no fault', async () => {
    const store = await openedTool()
    const run = pendingCall<typeof result>()
    worker.run.mockImplementation(run.call)
    const applied = store.set(applyToolAtom)
    store.set(cancelApplyAtom)
    expect(await applied).toBe(false)
    expect(run.signals[0]?.aborted).toBe(true)
    expect(store.get(toolApplyFaultAtom)).toBeNull()
    expect(photo(store.get(designAtom), 'a').derived).toEqual([])
  })

  it('is applied once, however often it is asked to', async () => {
    const store = await openedTool()
    const run = pendingCall<typeof result>()
    worker.run.mockImplementation(run.call)
    const first = store.set(applyToolAtom)
    expect(await store.set(applyToolAtom)).toBe(false)
    run.answer(succeed(result))
    expect(await first).toBe(true)
    expect(photo(store.get(designAtom), 'a').derived).toHaveLength(1)
  })

  it('whose photo was deleted meanwhile changes nothing', async () => {
    const store = await openedTool()
    const run = pendingCall<typeof result>()
    worker.run.mockImplementation(run.call)
    const applied = store.set(applyToolAtom)
    store.set(editAtom, { edit: (design) => removeLayers(design, ['a']) })
    const without = store.get(designAtom)
    run.answer(succeed(result))
    await applied
    expect(store.get(designAtom)).toBe(without)
  })

  it('whose design was closed meanwhile does not touch the next one', async () => {
    const store = await openedTool()
    const run = pendingCall<typeof result>()
    worker.run.mockImplementation(run.call)
    const applied = store.set(applyToolAtom)
    const next = { ...caseWith(freePhoto('a')), id: 'another' }
    store.set(openDesignAtom, next)
    run.answer(succeed(result))
    expect(await applied).toBe(false)
    expect(store.get(designAtom)).toBe(next)
  })

  it('gives the pictures of its previews back', async () => {
    const [quick, fine] = [bitmap(), bitmap()]
    worker.preview.mockResolvedValueOnce(previewOf(quick)).mockResolvedValueOnce(previewOf(fine))
    const store = await openedTool()
    expect(store.get(toolPictureAtom)).toBe(fine)
    expect(quick.close).toHaveBeenCalledTimes(1)
    store.set(closeToolAtom)
    expect(fine.close).toHaveBeenCalledTimes(1)
    expect(store.get(toolPictureAtom)).toBeNull()
  })

  it('that mends says of a good photo that it hardly changes, until it is closed', async () => {
    worker.preview.mockImplementation(async () => previewOf(bitmap(), true))
    const store = await openedTool()
    expect(store.get(toolHardlyChangesAtom)).toBe(true)
    store.set(closeToolAtom)
    expect(store.get(toolHardlyChangesAtom)).toBe(false)
  })

  it('that is slow at first shows a glance once, and a moved slider keeps the fine picture', async () => {
    const store = openStore()
    await store.set(openToolAtom, { layerId: 'a', tool: 'cut-out' })
    const cares = () => worker.preview.mock.calls.map(([, , care]) => care)
    expect(cares()).toEqual(['quick', 'close'])
    await store.set(setToolAtom, { featherPx: 3 })
    expect(cares()).toEqual(['quick', 'close', 'close'])
  })

  it('that straightens is compared with the straightened photo, made once for the same sheet', async () => {
    const store = openStore()
    const [after, before] = [bitmap(), bitmap()]
    worker.preview.mockResolvedValueOnce(previewOf(after)).mockResolvedValueOnce(previewOf(before))
    const asked = () => worker.preview.mock.calls.map(([request]) => request.settings)
    await store.set(openToolAtom, { layerId: 'a', tool: 'rescue' })
    const bare = { corners: '', evenLight: 0, freshColours: 0, brushed: '' }
    expect(asked()).toMatchObject([{ evenLight: 0.8 }, bare])
    await store.set(setToolAtom, { evenLight: 0.3 })
    expect(asked()).toMatchObject([{ evenLight: 0.8 }, bare, { evenLight: 0.3 }])
    expect(store.get(toolBeforeAtom)).toBe(before)
    const corners = '0 0 9000 0 9000 9000 0 9000'
    await store.set(setToolAtom, { corners })
    expect(asked().slice(3)).toMatchObject([{ corners }, { ...bare, corners }])
    expect(before.close).toHaveBeenCalledTimes(1)
    store.set(closeToolAtom)
    expect(store.get(toolBeforeAtom)).toBeNull()
  })

  it('that is closed while its preview is made closes what comes late', async () => {
    const late = bitmap()
    let answer: (outcome: Outcome<unknown>) => void = () => undefined
    worker.preview.mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    )
    const store = openStore()
    const opening = store.set(openToolAtom, { layerId: 'a', tool: 'sketch' })
    await vi.waitFor(() => expect(worker.preview).toHaveBeenCalled())
    store.set(closeToolAtom)
    answer(previewOf(late))
    await opening
    expect(late.close).toHaveBeenCalledTimes(1)
    expect(store.get(toolPreviewingAtom)).toBe(false)
  })

  it('whose preview fails says why', async () => {
    worker.preview.mockResolvedValue(fail('worker-died'))
    const store = await openedTool()
    expect(store.get(toolPreviewFaultAtom)).toMatchObject({ code: 'worker-died' })
    expect(store.get(toolPreviewingAtom)).toBe(false)
  })
})

describe('a call that rejects instead of answering', () => {
  const dead = new Error('the port is closed')
  const fault = { code: 'internal-fault', cause: 'Error: the port is closed' }

  it('ends a preview and an applied tool with a fault', async () => {
    worker.preview.mockRejectedValue(dead)
    const store = await openedTool()
    expect(store.get(toolPreviewFaultAtom)).toMatchObject(fault)
    worker.run.mockRejectedValueOnce(dead)
    expect(await store.set(applyToolAtom)).toBe(false)
    expect(store.get(toolApplyFaultAtom)).toMatchObject(fault)
    expect(store.get(toolApplyingAtom)).toBe(false)
  })

  it('ends a print file with a fault', async () => {
    const store = openStore()
    worker.exportPrint.mockRejectedValueOnce(dead)
    await store.set(makePrintAtom, { format: 'png', dpi: 300 })
    expect(store.get(printJobAtom)).toMatchObject({ kind: 'failed', fault })
  })

  it('ends a look for faces with a fault', async () => {
    const store = openStore()
    worker.facesReadiness.mockResolvedValue(succeed({ available: true, downloadBytes: 0 }))
    worker.findFaces.mockRejectedValueOnce(dead)
    await store.set(findFacesAtom, { fetches: true })
    expect(store.get(faceFaultAtom)).toMatchObject(fault)
    expect(store.get(faceLookAtom)).toBeNull()
  })
})

describe('the look for faces', () => {
  const faces = [{ width: 0.2, eyes: [{ x: 0.5, y: 0.5 }] }]
  const ready = (downloadBytes: number) =>
    worker.facesReadiness.mockResolvedValue(succeed({ available: true, downloadBytes }))
  const hasNetworks = (has: boolean) => vi.stubGlobal('caches', { has: async () => has })
  afterEach(() => vi.unstubAllGlobals())

  it('in the background wakes no worker on a device that never fetched a network', async () => {
    hasNetworks(false)
    await openStore().set(findFacesAtom, { fetches: false })
    expect(worker.facesReadiness).not.toHaveBeenCalled()
  })

  it('in the background fetches nothing and shows nothing', async () => {
    hasNetworks(true)
    ready(1000)
    const store = openStore()
    await store.set(findFacesAtom, { fetches: false })
    expect(worker.findFaces).not.toHaveBeenCalled()
    ready(0)
    const look = pendingCall<typeof faces>()
    worker.findFaces.mockImplementationOnce(look.call)
    const found = store.set(findFacesAtom, { fetches: false })
    await vi.waitFor(() => expect(look.signals).toHaveLength(1))
    expect(store.get(faceLookAtom)).toBeNull()
    look.answer(succeed(faces))
    await found
    expect(Object.values(store.get(facesAtom))).toEqual([faces])
  })

  it('that the customer waits for may fetch, is shown, can be stopped, and asks each photo once', async () => {
    ready(1000)
    const store = openStore()
    const look = pendingCall<typeof faces>()
    worker.findFaces.mockImplementationOnce(look.call)
    const stopped = store.set(findFacesAtom, { fetches: true })
    await vi.waitFor(() => expect(look.signals).toHaveLength(1))
    expect(store.get(faceLookAtom)).not.toBeNull()
    store.set(stopFacesAtom)
    await stopped
    expect(look.signals[0]?.aborted).toBe(true)
    expect(store.get(faceLookAtom)).toBeNull()
    expect(store.get(faceFaultAtom)).toBeNull()
    worker.findFaces.mockResolvedValue(succeed(faces))
    await store.set(findFacesAtom, { fetches: true })
    await store.set(findFacesAtom, { fetches: true })
    expect(worker.findFaces).toHaveBeenCalledTimes(2)
  })

  it('makes way for a tool', async () => {
    ready(0)
    const store = openStore()
    const look = pendingCall<typeof faces>()
    worker.findFaces.mockImplementationOnce(look.call)
    const found = store.set(findFacesAtom, { fetches: true })
    await vi.waitFor(() => expect(look.signals).toHaveLength(1))
    await store.set(openToolAtom, { layerId: 'a', tool: 'sketch' })
    await found
    expect(look.signals[0]?.aborted).toBe(true)
  })
})

describe('a print file', () => {
  const settings = { format: 'png', dpi: 300 } as const

  it('is ready, failed or idle again, as its worker answers', async () => {
    const store = openStore()
    for (const [outcome, kind] of [
      [succeed(print), 'ready'],
      [fail('worker-died'), 'failed'],
      [fail('cancelled'), 'idle'],
    ] as const) {
      worker.exportPrint.mockResolvedValueOnce(outcome)
      await store.set(makePrintAtom, settings)
      expect(store.get(printJobAtom).kind).toBe(kind)
    }
  })

  it('that is asked for anew stops the one before it, whose answer counts no more', async () => {
    const store = openStore()
    const first = pendingCall<typeof print>()
    worker.exportPrint.mockImplementationOnce(first.call)
    const old = store.set(makePrintAtom, settings)
    worker.exportPrint.mockResolvedValueOnce(succeed({ name: 'new.png' }))
    await store.set(makePrintAtom, settings)
    await old
    expect(first.signals[0]?.aborted).toBe(true)
    expect(store.get(printJobAtom)).toMatchObject({ kind: 'ready', print: { name: 'new.png' } })
  })

  it('that is dropped while it waits leaves nothing behind', async () => {
    const store = openStore()
    const job = pendingCall<typeof print>()
    worker.exportPrint.mockImplementationOnce(job.call)
    const made = store.set(makePrintAtom, settings)
    store.set(dropPrintAtom)
    await made
    expect(store.get(printJobAtom)).toEqual({ kind: 'idle' })
  })
})
