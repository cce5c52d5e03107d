import { createStore } from 'jotai'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Design } from '#core/design/document.ts'
import { parseDesignText } from '#core/design/migrations/migrate.ts'
import { succeed, unwrap } from '#core/errors.ts'
import type { ModelRole } from '#core/imaging/models.ts'
import { designAtom, openDesignAtom, redoAtom, undoAtom } from '#src/state/editor.ts'
import { applyToolAtom, openToolAtom } from '#src/state/tool-jobs.ts'
import { caseWith, freePhoto, photo, photoRef } from '../../design/designs.ts'
import { resetWorkers, worker } from './fake-workers.ts'

vi.mock('#src/worker-clients/workers.ts', async () => (await import('./fake-workers.ts')).workers)

beforeEach(resetWorkers)

const resultOf = (name: string, lacks: readonly ModelRole[]) =>
  succeed({ result: photoRef(100, 100, name), matte: null, lacks })

const lackedBy = (design: Design) => photo(design, 'a').derived.at(-1)?.lacks ?? []

it('a result that lacks networks is known for as long as it is the one that is shown', async () => {
  const store = createStore()
  store.set(openDesignAtom, caseWith(freePhoto('a')))
  const isLacking = () => lackedBy(store.get(designAtom)).length > 0
  const apply = async (name: string, lacks: readonly ModelRole[]) => {
    void store.set(openToolAtom, { layerId: 'a', tool: 'anime' })
    worker.run.mockResolvedValue(resultOf(name, lacks))
    await store.set(applyToolAtom)
  }
  expect(isLacking()).toBe(false)
  await apply('plain', ['face/points', 'head/hair'])
  expect(isLacking()).toBe(true)
  store.set(undoAtom)
  expect(isLacking()).toBe(false)
  store.set(redoAtom)
  expect(isLacking()).toBe(true)
  await apply('whole', [])
  expect(photo(store.get(designAtom), 'a').derived).toHaveLength(1)
  expect(isLacking()).toBe(false)
})

it('a result that lacked networks does not once it comes out of all of them the same', async () => {
  const store = createStore()
  store.set(openDesignAtom, caseWith(freePhoto('a')))
  for (const [lacks, expected] of [
    [['head/hair'], true],
    [[], false],
  ] as const) {
    void store.set(openToolAtom, { layerId: 'a', tool: 'anime' })
    worker.run.mockResolvedValue(resultOf('same', lacks))
    await store.set(applyToolAtom)
    expect(lackedBy(store.get(designAtom)).length > 0).toBe(expected)
  }
})

it('what a result lacks is still known where the design is read from the device again', async () => {
  const store = createStore()
  store.set(openDesignAtom, caseWith(freePhoto('a')))
  void store.set(openToolAtom, { layerId: 'a', tool: 'anime' })
  worker.run.mockResolvedValue(resultOf('plain', ['head/hair']))
  await store.set(applyToolAtom)
  const stored = JSON.stringify(store.get(designAtom))
  expect(lackedBy(unwrap(parseDesignText(stored)))).toEqual(['head/hair'])
})
