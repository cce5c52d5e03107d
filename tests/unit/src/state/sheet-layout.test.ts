import { createStore } from 'jotai'
import { expect, test } from 'vitest'
import { layoutAtom } from '#src/state/imposition.ts'
import { cakeChoiceAtom } from '#src/state/product-choice.ts'

test('copies lie on the sheet as the picture shows them, until somebody turns them', () => {
  const store = createStore()
  const choose = (widthMm: number, heightMm: number) =>
    store.set(cakeChoiceAtom, (choice) => ({ ...choice, shape: 'custom', widthMm, heightMm }))
  choose(200, 150)
  expect(store.get(layoutAtom).orientation).toBe('landscape')
  store.set(layoutAtom, { quantity: 4 })
  choose(150, 200)
  expect(store.get(layoutAtom)).toMatchObject({ orientation: 'portrait', quantity: 4 })
  store.set(layoutAtom, { orientation: 'landscape' })
  choose(100, 200)
  expect(store.get(layoutAtom).orientation).toBe('landscape')
})
