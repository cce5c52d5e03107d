import { createStore } from 'jotai'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { removeLayers } from '#core/design/edits/layers.ts'
import { fail, type Outcome, succeed } from '#core/errors.ts'
import { designAtom, editAtom, openDesignAtom, undoAtom } from '#src/state/editor.ts'
import { dropPrintAtom, makePrintAtom, printJobAtom } from '#src/state/print-job.ts'
import { openRefineAtom, refineAtom, refineRunAtom, workOutAtom } from '#src/state/refine-job.ts'
import {
  applyToolAtom,
  cancelApplyAtom,
  closeToolAtom,
  openToolAtom,
  toolApplyFaultAtom,
  toolApplyingAtom,
  toolPictureAtom,
  toolPreviewFaultAtom,
  toolPreviewingAtom,
  toolSessionAtom,
} from '#src/state/tool-jobs.ts'
import { caseWith, derivedPhoto, freePhoto, photo, photoRef } from '../design/designs.ts'

const worker = vi.hoisted(() => ({
  preview: vi.fn(),
  run: vi.fn(),
  refineMatte: vi.fn(),
  exportPrint: vi.fn(),
}))
vi.mock('#src/worker-clients/workers.ts', () => ({
  imaging: worker,
  compositor: worker,
  openCv: {},
}))

/** A call that the worker has not answered yet; an abort is answered as the bridge does, at once. */
function pending<T>() {
  let answer: (outcome: Outcome<T>) => void = () => undefined
  const signals: AbortSignal[] = []
  const call = (...args: unknown[]) => {
    const options = args.at(-1) as { signal: AbortSignal }
    signals.push(options.signal)
    return new Promise<Outcome<T>>((resolve) => {
      answer = resolve
      options.signal.addEventListener('abort', () => resolve(fail('cancelled')))
    })
  }
  return { call, signals, answer: (outcome: Outcome<T>) => answer(outcome) }
}

const bitmap = () => ({ close: vi.fn() })
const result = { result: photoRef(100, 100, 'r'), matte: null }
const print = { name: 'print.png' }

const openStore = (design = caseWith(freePhoto('a'))) => {
  const store = createStore()
  store.set(openDesignAtom, design)
  return store
}

beforeEach(() => {
  for (const call of Object.values(worker)) call.mockReset()
  worker.preview.mockImplementation(async () => succeed(bitmap()))
})

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
    const run = pending<typeof result>()
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
    const run = pending<typeof result>()
    worker.run.mockImplementation(run.call)
    const first = store.set(applyToolAtom)
    expect(await store.set(applyToolAtom)).toBe(false)
    run.answer(succeed(result))
    expect(await first).toBe(true)
    expect(photo(store.get(designAtom), 'a').derived).toHaveLength(1)
  })

  it('whose photo was deleted meanwhile changes nothing', async () => {
    const store = await openedTool()
    const run = pending<typeof result>()
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
    const run = pending<typeof result>()
    worker.run.mockImplementation(run.call)
    const applied = store.set(applyToolAtom)
    const next = { ...caseWith(freePhoto('a')), id: 'another' }
    store.set(openDesignAtom, next)
    run.answer(succeed(result))
    expect(await applied).toBe(false)
    expect(store.get(designAtom)).toBe(next)
  })

  it('gives the pictures of its previews back', async () => {
    const first = bitmap()
    worker.preview.mockResolvedValueOnce(succeed(first))
    const store = await openedTool()
    expect(store.get(toolPictureAtom)).toBe(first)
    store.set(closeToolAtom)
    expect(first.close).toHaveBeenCalledTimes(1)
    expect(store.get(toolPictureAtom)).toBeNull()
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
    store.set(closeToolAtom)
    answer(succeed(late))
    await opening
    expect(late.close).toHaveBeenCalledTimes(1)
    expect(store.get(toolPreviewingAtom)).toBe(false)
  })

  it('whose preview fails says why', async () => {
    worker.preview.mockResolvedValueOnce(fail('worker-died'))
    const store = await openedTool()
    expect(store.get(toolPreviewFaultAtom)).toMatchObject({ code: 'worker-died' })
    expect(store.get(toolPreviewingAtom)).toBe(false)
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
    const first = pending<typeof print>()
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
    const job = pending<typeof print>()
    worker.exportPrint.mockImplementationOnce(job.call)
    const made = store.set(makePrintAtom, settings)
    store.set(dropPrintAtom)
    await made
    expect(store.get(printJobAtom)).toEqual({ kind: 'idle' })
  })
})

describe('refining a cut-out', () => {
  const cutOut = { ...derivedPhoto('cut-out', 'c'), matte: photoRef(10, 10, 'm') }

  it('opens on a cut-out only, and has nothing to work out before a stroke', async () => {
    const store = openStore(caseWith(freePhoto('a'), freePhoto('b', { derived: [cutOut] })))
    store.set(openRefineAtom, 'a')
    expect(store.get(refineAtom)).toBeNull()
    store.set(openRefineAtom, 'b')
    expect(store.get(refineAtom)).toMatchObject({ layerId: 'b', strokes: [] })
    expect(await store.set(workOutAtom)).toBe(true)
    expect(worker.refineMatte).not.toHaveBeenCalled()
    expect(store.get(refineRunAtom)).toMatchObject({ running: false, fault: null })
  })
})
