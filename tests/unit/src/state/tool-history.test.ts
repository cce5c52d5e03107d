import { createStore } from 'jotai'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { succeed } from '#core/errors.ts'
import { designAtom, openDesignAtom } from '#src/state/editor.ts'
import { toolSessionAtom } from '#src/state/open-tool.ts'
import { openRefineAtom, refineAtom } from '#src/state/refine-job.ts'
import { brushStepsAtom, changeToolAtom } from '#src/state/tool-history.ts'
import {
  applyToolAtom,
  closeToolAtom,
  openToolAtom,
  toolApplyingAtom,
} from '#src/state/tool-jobs.ts'
import { commandOf } from '#src/studio/commands/command-table.ts'
import { caseWith, freePhoto, photoRef } from '../../design/designs.ts'
import { resetWorkers, worker } from './fake-workers.ts'
import { pendingCall } from './pending-call.ts'

vi.mock('#src/worker-clients/workers.ts', async () => (await import('./fake-workers.ts')).workers)

const stroke = '+150 100 100 900 900'
const other = '+150 100 900 900 100'

beforeEach(resetWorkers)

const rescuing = async () => {
  const store = createStore()
  store.set(openDesignAtom, caseWith(freePhoto('a')))
  await store.set(openToolAtom, { layerId: 'a', tool: 'rescue' })
  const settings = () => store.get(toolSessionAtom)?.request.settings
  return { store, settings }
}

describe('undo of the studio while a tool is open', () => {
  it('takes the tool back step by step, closes it at the last, and leaves the photo', async () => {
    const { store, settings } = await rescuing()
    const design = store.get(designAtom)
    await store.set(changeToolAtom, { brushed: stroke })
    await store.set(changeToolAtom, { evenLight: 0.3 })
    commandOf('undo').perform(store)
    expect(settings()).toMatchObject({ brushed: stroke, evenLight: 0.8 })
    commandOf('undo').perform(store)
    expect(settings()).toMatchObject({ brushed: '' })
    commandOf('redo').perform(store)
    expect(settings()).toMatchObject({ brushed: stroke })
    commandOf('undo').perform(store)
    commandOf('undo').perform(store)
    expect(settings()).toBeUndefined()
    expect(store.get(designAtom)).toBe(design)
  })

  it('stops a tool that is being applied, and keeps what it is set to', async () => {
    const { store, settings } = await rescuing()
    await store.set(changeToolAtom, { brushed: stroke })
    worker.run.mockImplementation(pendingCall().call)
    void store.set(applyToolAtom)
    commandOf('undo').perform(store)
    expect(store.get(toolApplyingAtom)).toBe(false)
    expect(settings()).toMatchObject({ brushed: stroke })
  })

  it('does not ask a brush that is not open', async () => {
    const { store, settings } = await rescuing()
    const undo = vi.fn()
    store.set(brushStepsAtom, { canUndo: true, canRedo: true, undo, redo: undo })
    await store.set(changeToolAtom, { brushed: stroke })
    commandOf('undo').perform(store)
    expect(undo).not.toHaveBeenCalled()
    expect(settings()).toMatchObject({ brushed: '' })
  })
})

describe('undo of the studio while an edge is refined', () => {
  it("is the brush's own, closes it at the last, and leaves the cut-out", () => {
    const store = createStore()
    const made = { result: photoRef(90, 90, 'r'), matte: photoRef(90, 90, 'm') }
    const cut = { tool: 'cut-out' as const, settings: {}, ...made }
    store.set(openDesignAtom, caseWith(freePhoto('a', { derived: [cut] })))
    const design = store.get(designAtom)
    store.set(openRefineAtom, 'a')
    const steps = { canUndo: true, canRedo: false, undo: vi.fn(), redo: vi.fn() }
    store.set(brushStepsAtom, steps)
    commandOf('undo').perform(store)
    expect(steps.undo).toHaveBeenCalledOnce()
    commandOf('redo').perform(store)
    expect(steps.redo).not.toHaveBeenCalled()
    store.set(brushStepsAtom, { ...steps, canUndo: false })
    commandOf('undo').perform(store)
    expect(store.get(refineAtom)).toBeNull()
    expect(store.get(designAtom)).toBe(design)
  })
})

describe('a tool that is closed half way', () => {
  it('opens again with its strokes, and without them once it was applied', async () => {
    const { store, settings } = await rescuing()
    await store.set(changeToolAtom, { brushed: stroke, evenLight: 0.2 })
    store.set(closeToolAtom)
    await store.set(openToolAtom, { layerId: 'a', tool: 'rescue' })
    expect(settings()).toMatchObject({ brushed: stroke, evenLight: 0.2 })
    store.set(closeToolAtom)
    await store.set(openToolAtom, { layerId: 'a', tool: 'rescue' })
    await store.set(changeToolAtom, { brushed: other })
    worker.run.mockResolvedValue(succeed({ result: photoRef(90, 90, 'r'), matte: null, lacks: [] }))
    await store.set(applyToolAtom)
    expect(settings()).toBeUndefined()
    commandOf('undo').perform(store)
    await store.set(openToolAtom, { layerId: 'a', tool: 'rescue' })
    expect(settings()).toMatchObject({ brushed: '' })
  })

  it('opens as it is by itself where only a slider was moved', async () => {
    const { store, settings } = await rescuing()
    await store.set(changeToolAtom, { evenLight: 0.2 })
    store.set(closeToolAtom)
    await store.set(openToolAtom, { layerId: 'a', tool: 'rescue' })
    expect(settings()).toMatchObject({ evenLight: 0.8 })
  })
})
