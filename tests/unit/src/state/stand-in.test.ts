import { createStore } from 'jotai'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { photoLayer } from '#core/design/create.ts'
import type { Design } from '#core/design/document.ts'
import { moveLayers } from '#core/design/edits/place.ts'
import { shownPhoto } from '#core/design/shown-photo.ts'
import { withWholeCutOut } from '#core/design/whole-cut-out.ts'
import { succeed } from '#core/errors.ts'
import { designAtom, historyAtom, openDesignAtom, previewAtom } from '#src/state/editor.ts'
import {
  compareStandInAtom,
  endStandInAtom,
  hasStandInAtom,
  showStandInAtom,
  showsBeforeAtom,
  stagedDesignAtom,
  stagedShownAtom,
} from '#src/state/stand-in.ts'
import { type Placing, toolSession } from '#src/state/tool-settings.ts'
import { caseWith, emptyCase, freePhoto, photo, photoRef } from '../../design/designs.ts'

const worker = vi.hoisted(() => ({ lendPhoto: vi.fn(), endLoan: vi.fn(), onRestart: vi.fn() }))
vi.mock('#src/worker-clients/workers.ts', () => ({ compositor: worker }))

const restarts: (() => void)[] = []
beforeEach(() => {
  restarts.length = 0
  for (const call of Object.values(worker)) call.mockReset()
  worker.lendPhoto.mockImplementation(async () => succeed(undefined))
  worker.onRestart.mockImplementation((listener: () => void) => {
    restarts.push(listener)
    return () => undefined
  })
})

const open = (design = caseWith(freePhoto('a'))) => {
  const store = createStore()
  store.set(openDesignAtom, design)
  return store
}
type Store = ReturnType<typeof open>
const picture = (width: number, height: number) =>
  ({ width, height, close: vi.fn() }) as ImageBitmap
/** A preview, by default in the photo's own proportions. */
const show = (
  store: Store,
  shown?: ImageBitmap,
  tool: 'sketch' | 'super-resolution' = 'sketch',
) => {
  const layer = photo(store.get(designAtom), 'a')
  const { widthPx, heightPx } = layer.original
  const given = shown ?? picture(widthPx / 10, heightPx / 10)
  return store.set(showStandInAtom, {
    session: toolSession(layer, tool),
    picture: given,
    placing: null,
  })
}
const hashOf = (design: Design) => shownPhoto(photo(design, 'a')).hash

describe('a preview on the stage', () => {
  it('is what applying would do, while document and history know nothing of it', async () => {
    const store = open()
    const [design, history] = [store.get(designAtom), store.get(historyAtom)]
    await show(store)
    const staged = photo(store.get(stagedDesignAtom), 'a')
    const [sent] = worker.lendPhoto.mock.calls[0] ?? []
    expect(sent).toEqual(staged)
    expect(staged).toEqual({ ...photo(design, 'a'), derived: staged.derived })
    expect(staged.derived).toMatchObject([{ tool: 'sketch', matte: null }])
    expect(store.get(designAtom)).toBe(design)
    expect(store.get(historyAtom)).toBe(history)
    store.set(endStandInAtom)
    expect(store.get(stagedDesignAtom)).toBe(design)
    expect(worker.endLoan).toHaveBeenCalledExactlyOnceWith(shownPhoto(staged).hash)
  })

  it('of a cut-out shows its things whole, as applying would, and lies over the photo before', async () => {
    const store = open(caseWith(photoLayer(emptyCase(), 'a', photoRef())))
    const before = photo(store.get(designAtom), 'a')
    const session = toolSession(before, 'cut-out')
    const kept = { x: 0.1, y: 0.1, width: 0.8, height: 0.8 }
    const placing: Placing = (layer, geometry) => withWholeCutOut(layer, geometry, kept)
    await store.set(showStandInAtom, { session, picture: picture(300, 400), placing })
    const staged = photo(store.get(stagedDesignAtom), 'a')
    expect(staged.crop.width).toBeGreaterThan(kept.width)
    expect(staged.widthMm).toBeLessThan(before.widthMm)
    store.set(showsBeforeAtom, true)
    expect(photo(store.get(stagedDesignAtom), 'a')).toEqual({ ...staged, derived: [] })
    store.set(endStandInAtom)
    expect(photo(store.get(stagedDesignAtom), 'a')).toEqual(before)
  })

  it('gives way to the photo as it was, and comes back', async () => {
    const store = open()
    await show(store)
    const during = hashOf(store.get(stagedDesignAtom))
    store.set(showsBeforeAtom, true)
    expect(store.get(stagedDesignAtom)).toEqual(store.get(designAtom))
    store.set(showsBeforeAtom, false)
    expect(hashOf(store.get(stagedDesignAtom))).toBe(during)
    store.set(showsBeforeAtom, true)
    store.set(endStandInAtom)
    await show(store)
    expect(store.get(showsBeforeAtom)).toBe(false)
  })

  it('gives way to the same without its repairs where the photo itself lies otherwise', async () => {
    const store = open()
    const session = toolSession(photo(store.get(designAtom), 'a'), 'rescue')
    await store.set(showStandInAtom, { session, picture: picture(100, 300), placing: null })
    await store.set(compareStandInAtom, { session, picture: picture(100, 300), placing: null })
    const after = shownPhoto(photo(store.get(stagedDesignAtom), 'a'))
    store.set(showsBeforeAtom, true)
    const before = shownPhoto(photo(store.get(stagedDesignAtom), 'a'))
    expect(before).toEqual({ ...after, hash: before.hash })
    expect(before.hash).not.toBe(after.hash)
    store.set(endStandInAtom)
    const ended = worker.endLoan.mock.calls.map(([hash]) => hash)
    expect(ended).toEqual(expect.arrayContaining([after.hash, before.hash]))
  })

  it('ends the loan of the one before it', async () => {
    const store = open()
    await show(store)
    const first = hashOf(store.get(stagedDesignAtom))
    await show(store)
    expect(worker.endLoan).toHaveBeenCalledExactlyOnceWith(first)
  })

  it('of a tool that is set anew takes the place of its last result; before is without it', async () => {
    const made = { tool: 'sketch', settings: {}, result: photoRef(100, 100, 'r'), matte: null }
    const plain = freePhoto('a')
    const store = open(caseWith({ ...plain, derived: [made] }))
    await show(store)
    expect(photo(store.get(stagedDesignAtom), 'a').derived).toHaveLength(1)
    expect(hashOf(store.get(stagedDesignAtom))).not.toBe(made.result.hash)
    store.set(showsBeforeAtom, true)
    expect(hashOf(store.get(stagedDesignAtom))).toBe(plain.original.hash)
  })

  it('stays in its place while a finger moves the layer', async () => {
    const store = open()
    await show(store)
    const edit = (design: Design) => moveLayers(design, ['a'], 5, 0)
    store.set(previewAtom, { edit })
    const moved = photo(store.get(stagedShownAtom), 'a')
    expect(moved.xMm).toBe(photo(store.get(designAtom), 'a').xMm + 5)
    expect(shownPhoto(moved).hash).toBe(hashOf(store.get(stagedDesignAtom)))
  })

  it('counts as as large as the result would be, in the preview’s own proportions', async () => {
    const store = open()
    const { widthPx, heightPx } = photo(store.get(designAtom), 'a').original
    const staged = () => shownPhoto(photo(store.get(stagedDesignAtom), 'a'))
    await show(store, undefined, 'super-resolution')
    expect(staged()).toMatchObject({ widthPx: widthPx * 2, heightPx: heightPx * 2 })
    await show(store, picture(100, 300))
    expect(staged().heightPx / staged().widthPx).toBeCloseTo(3, 1)
  })

  it('that is late does not come after the tool was closed', async () => {
    const store = open()
    let answer: () => void = () => undefined
    worker.lendPhoto.mockImplementation(
      () =>
        new Promise((resolve) => {
          answer = () => resolve(succeed(undefined))
        }),
    )
    const shown = show(store)
    store.set(endStandInAtom)
    answer()
    await shown
    expect(store.get(hasStandInAtom)).toBe(false)
    expect(worker.endLoan).toHaveBeenCalledTimes(1)
  })

  it('is lent again to a worker that took the place of one that died', async () => {
    const store = open()
    await show(store)
    const first = hashOf(store.get(stagedDesignAtom))
    restarts.at(-1)?.()
    await vi.waitFor(() => expect(hashOf(store.get(stagedDesignAtom))).not.toBe(first))
    expect(worker.lendPhoto).toHaveBeenCalledTimes(2)
  })
})
