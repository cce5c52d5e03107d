import { createStore } from 'jotai'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { removeLayers } from '#core/design/edits/layers.ts'
import { fail, succeed } from '#core/errors.ts'
import { designAtom, editAtom, openDesignAtom, undoAtom } from '#src/state/editor.ts'
import {
  cleanAtom,
  closeRefineAtom,
  keepRefineAtom,
  openRefineAtom,
  refineAtom,
  refineRunAtom,
  setEdgeAtom,
  setStrokesAtom,
  stopRefineAtom,
  workOutAtom,
} from '#src/state/refine-job.ts'
import type { MatteStroke, ToolResult } from '#workers/imaging/api.ts'
import { caseWith, derivedPhoto, freePhoto, photo, photoRef } from '../../design/designs.ts'
import { pendingCall } from './pending-call.ts'

const worker = vi.hoisted(() => ({ refineMatte: vi.fn(), cleanStoredMatte: vi.fn() }))
vi.mock('#src/worker-clients/workers.ts', () => ({
  imaging: worker,
  compositor: {},
  openCv: worker,
}))

const matte = photoRef(10, 10, 'm')
const cutOut = { ...derivedPhoto('cut-out', 'c'), matte }
const cut = (id: string) => freePhoto(id, { derived: [cutOut] })
const stroke = (radiusPx: number): MatteStroke => ({
  mode: 'add',
  radiusPx,
  points: [{ xPx: 1, yPx: 1 }],
})
const paint = (store: ReturnType<typeof createStore>, one: MatteStroke) =>
  store.set(setStrokesAtom, [...(store.get(refineAtom)?.strokes ?? []), one])
const resultOf = (name: string): ToolResult => ({
  result: photoRef(100, 100, name),
  matte: photoRef(100, 100, 'n'),
  lacks: [],
})
const dead = new Error('the port is closed')
const deadFault = { code: 'internal-fault', cause: 'Error: the port is closed' }
/** The strokes, and the matte they were painted on, that the worker was given last. */
const asked = () => {
  const [, on, strokes] = worker.refineMatte.mock.calls.at(-1) ?? []
  return { on, strokes }
}
/** The hand rests long enough for the edge to be worked out. */
const rest = () => vi.advanceTimersByTimeAsync(500)

const opened = (layerId = 'a', design = caseWith(cut('a'), cut('b'))) => {
  const store = createStore()
  store.set(openDesignAtom, design)
  store.set(openRefineAtom, layerId)
  return store
}

beforeEach(() => {
  vi.useFakeTimers()
  for (const call of Object.values(worker)) call.mockReset()
  worker.refineMatte.mockResolvedValue(succeed(resultOf('r')))
})
afterEach(() => vi.useRealTimers())

describe('refining a cut-out', () => {
  it('opens on a cut-out only, and has nothing to work out before a stroke', async () => {
    const store = opened('a', caseWith(freePhoto('a'), cut('b')))
    expect(store.get(refineAtom)).toBeNull()
    store.set(openRefineAtom, 'b')
    expect(store.get(refineAtom)).toMatchObject({ layerId: 'b', strokes: [] })
    expect(await store.set(workOutAtom)).toBe(true)
    expect(worker.refineMatte).not.toHaveBeenCalled()
    expect(store.get(refineRunAtom)).toMatchObject({ running: false, fault: null })
  })

  it('that is opened on another layer drops what was painted on the one before', async () => {
    const store = opened('a')
    const work = pendingCall<ToolResult>()
    worker.refineMatte.mockImplementationOnce(work.call)
    paint(store, stroke(2))
    await rest()
    store.set(openRefineAtom, 'b')
    expect(work.signals[0]?.aborted).toBe(true)
    await rest()
    expect(store.get(refineAtom)).toMatchObject({ layerId: 'b', strokes: [], result: null })
    expect(worker.refineMatte).toHaveBeenCalledTimes(1)
  })

  it('that is closed stops its work, and the photo stays as it was', async () => {
    const store = opened()
    const before = store.get(designAtom)
    const work = pendingCall<ToolResult>()
    worker.refineMatte.mockImplementationOnce(work.call)
    paint(store, stroke(2))
    const kept = store.set(keepRefineAtom)
    store.set(closeRefineAtom)
    expect(await kept).toBe(false)
    expect(work.signals[0]?.aborted).toBe(true)
    expect(store.get(designAtom)).toBe(before)
    expect(store.get(refineRunAtom)).toMatchObject({ running: false, fault: null })
  })
})

describe('a stroke', () => {
  it('is worked out when the hand rests, together with all before it', async () => {
    const store = opened()
    paint(store, stroke(2))
    paint(store, stroke(3))
    expect(worker.refineMatte).not.toHaveBeenCalled()
    await rest()
    expect(worker.refineMatte).toHaveBeenCalledTimes(1)
    expect(asked()).toEqual({ on: matte, strokes: [stroke(2), stroke(3)] })
    expect(store.get(refineAtom)).toMatchObject({ stale: false, result: resultOf('r') })
  })

  it('that is taken back is worked out without', async () => {
    const store = opened()
    paint(store, stroke(2))
    paint(store, stroke(3))
    store.set(setStrokesAtom, store.get(refineAtom)?.strokes.slice(0, -1) ?? [])
    await rest()
    expect(asked().strokes).toEqual([stroke(2)])
  })

  it('stops the work on the strokes before it, whose answer counts no more', async () => {
    const store = opened()
    const first = pendingCall<ToolResult>()
    worker.refineMatte.mockImplementationOnce(first.call)
    paint(store, stroke(2))
    await rest()
    expect(store.get(refineRunAtom).running).toBe(true)
    paint(store, stroke(3))
    expect(first.signals[0]?.aborted).toBe(true)
    expect(store.get(refineRunAtom).running).toBe(false)
    await rest()
    expect(store.get(refineAtom)).toMatchObject({ stale: false, result: resultOf('r') })
    expect(asked().strokes).toEqual([stroke(2), stroke(3)])
  })

  it('whose work is stopped stays, and is worked out when it is kept', async () => {
    const store = opened()
    worker.refineMatte.mockImplementationOnce(pendingCall<ToolResult>().call)
    paint(store, stroke(2))
    await rest()
    store.set(stopRefineAtom)
    expect(store.get(refineAtom)).toMatchObject({ strokes: [stroke(2)], stale: true })
    expect(await store.set(keepRefineAtom)).toBe(true)
    expect(asked().strokes).toEqual([stroke(2)])
  })

  it('stays when its work fails, and why is told', async () => {
    const store = opened()
    paint(store, stroke(2))
    worker.refineMatte.mockRejectedValueOnce(dead)
    expect(await store.set(workOutAtom)).toBe(false)
    expect(store.get(refineRunAtom)).toMatchObject({ running: false, fault: deadFault })
    expect(store.get(refineAtom)).toMatchObject({ strokes: [stroke(2)], stale: true })
  })

  it('has a way beside the brush: the whole edge is moved and worked out alike', async () => {
    const store = opened()
    store.set(setEdgeAtom, 3)
    store.set(setEdgeAtom, 4)
    await rest()
    expect(worker.refineMatte).toHaveBeenCalledTimes(1)
    expect(worker.refineMatte.mock.calls[0]?.[3]).toMatchObject({ chokePx: 4 })
  })
})

describe('cleaning', () => {
  it('gives the strokes a cleaned matte, and works them out on it', async () => {
    const store = opened()
    const clean = photoRef(10, 10, 'x')
    worker.cleanStoredMatte.mockResolvedValue(succeed(clean))
    paint(store, stroke(2))
    await store.set(cleanAtom)
    expect(worker.cleanStoredMatte.mock.calls[0]?.[0]).toEqual(matte)
    expect(asked()).toEqual({ on: clean, strokes: [stroke(2)] })
    expect(store.get(refineAtom)).toMatchObject({ cleaned: true, stale: false, matte: clean })
    await rest()
    expect(worker.refineMatte).toHaveBeenCalledTimes(1)
  })

  it('that fails leaves matte and strokes, and can be asked for again', async () => {
    const store = opened()
    worker.cleanStoredMatte.mockResolvedValueOnce(fail('worker-died'))
    await store.set(cleanAtom)
    expect(store.get(refineRunAtom)).toMatchObject({
      running: false,
      fault: { code: 'worker-died' },
    })
    expect(store.get(refineAtom)).toMatchObject({ cleaned: false, matte })
    worker.cleanStoredMatte.mockRejectedValueOnce(dead)
    await store.set(cleanAtom)
    expect(store.get(refineRunAtom)).toMatchObject({ running: false, fault: deadFault })
  })

  it('that is stopped is no fault, and nothing is worked out', async () => {
    const store = opened()
    const cleaning = pendingCall()
    worker.cleanStoredMatte.mockImplementationOnce(cleaning.call)
    const done = store.set(cleanAtom)
    store.set(stopRefineAtom)
    await done
    expect(cleaning.signals[0]?.aborted).toBe(true)
    expect(store.get(refineRunAtom)).toMatchObject({ running: false, fault: null })
    expect(worker.refineMatte).not.toHaveBeenCalled()
  })
})

describe('keeping', () => {
  it('works out what is not yet, and writes it in one step of undo', async () => {
    const store = opened()
    paint(store, stroke(2))
    expect(await store.set(keepRefineAtom)).toBe(true)
    const { result, matte } = resultOf('r')
    expect(photo(store.get(designAtom), 'a').derived).toMatchObject([
      { tool: 'cut-out', result, matte },
    ])
    expect(store.get(refineAtom)).toBeNull()
    store.set(undoAtom)
    expect(photo(store.get(designAtom), 'a').derived).toEqual([cutOut])
    await rest()
    expect(worker.refineMatte).toHaveBeenCalledTimes(1)
  })

  it('without a change changes nothing', async () => {
    const store = opened()
    const before = store.get(designAtom)
    expect(await store.set(keepRefineAtom)).toBe(true)
    expect(store.get(designAtom)).toBe(before)
    expect(store.get(refineAtom)).toBeNull()
  })

  it('that fails keeps the brush open, and the photo as it was', async () => {
    const store = opened()
    const before = store.get(designAtom)
    paint(store, stroke(2))
    worker.refineMatte.mockResolvedValueOnce(fail('worker-died'))
    expect(await store.set(keepRefineAtom)).toBe(false)
    expect(store.get(refineAtom)).toMatchObject({ strokes: [stroke(2)] })
    expect(store.get(designAtom)).toBe(before)
  })

  it('of a photo that was deleted meanwhile changes nothing', async () => {
    const store = opened()
    const work = pendingCall<ToolResult>()
    worker.refineMatte.mockImplementationOnce(work.call)
    paint(store, stroke(2))
    const kept = store.set(keepRefineAtom)
    store.set(editAtom, { edit: (design) => removeLayers(design, ['a']) })
    const without = store.get(designAtom)
    work.answer(succeed(resultOf('r')))
    await kept
    expect(store.get(designAtom)).toBe(without)
  })

  it('does not touch the design that was opened meanwhile, though its layers have the same names', async () => {
    const store = opened()
    const work = pendingCall<ToolResult>()
    worker.refineMatte.mockImplementationOnce(work.call)
    paint(store, stroke(2))
    const kept = store.set(keepRefineAtom)
    const copy = { ...store.get(designAtom), id: 'a-copy' }
    store.set(openDesignAtom, copy)
    work.answer(succeed(resultOf('r')))
    expect(await kept).toBe(false)
    expect(store.get(designAtom)).toBe(copy)
  })
})
