import { createStore } from 'jotai'
import { beforeEach, expect, it, vi } from 'vitest'
import { textLayer } from '#core/design/create.ts'
import type { Design, TextLayer } from '#core/design/document.ts'
import { addLayers, layerById } from '#core/design/edits/layers.ts'
import { setText } from '#core/design/edits/text.ts'
import { succeed } from '#core/errors.ts'
import { designAtom, openDesignAtom } from '#src/state/editor.ts'
import { editTextAtom, settleTextEditsAtom } from '#src/state/text-edit.ts'
import { emptyCase } from '../../design/designs.ts'

const measureText = vi.hoisted(() => vi.fn())
vi.mock('#src/worker-clients/workers.ts', () => ({ compositor: { measureText } }))

const box = { widthMm: 30, heightMm: 8, missing: [] }
const wordsOf = (current: Design) => (layerById(current, 'a') as TextLayer).text
const write = (words: string) => ({
  id: 'a',
  edit: (current: Design) => setText(current, 'a', words),
  mark: 'typing',
})

function openStore() {
  const store = createStore()
  const empty = emptyCase()
  store.set(openDesignAtom, addLayers(empty, [textLayer(empty, 'a', 'H')]))
  return store
}

beforeEach(() => {
  measureText.mockReset()
})

it('words that wait for measurement are in the design when the studio closes', async () => {
  let measured: (answer: unknown) => void = () => undefined
  measureText.mockImplementationOnce(() => new Promise((resolve) => (measured = resolve)))
  measureText.mockImplementation(async () => succeed(box))
  const store = openStore()
  void store.set(editTextAtom, write('Hel'))
  void store.set(editTextAtom, write('Hello'))
  const closing = store.set(settleTextEditsAtom)
  measured(succeed(box))
  await closing
  expect(wordsOf(store.get(designAtom))).toBe('Hello')
  expect(layerById(store.get(designAtom), 'a')).toMatchObject({ widthMm: 30 })
})

it('words that are never measured are kept all the same, in their order, and only once', async () => {
  measureText.mockImplementation(() => new Promise(() => undefined))
  const store = openStore()
  const edits = vi.fn((current: Design) => setText(current, 'a', 'Hello'))
  void store.set(editTextAtom, write('Hel'))
  void store.set(editTextAtom, { id: 'a', edit: edits })
  await store.set(settleTextEditsAtom, 0)
  expect(wordsOf(store.get(designAtom))).toBe('Hello')
  expect(edits).toHaveBeenCalledTimes(1)
})
