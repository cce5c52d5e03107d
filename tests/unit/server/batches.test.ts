import { expect, it } from 'vitest'
import { batched } from '#server/database/batches.ts'

/** Runs batches when it is told to, and remembers them. */
function stand(answer: (items: readonly number[]) => readonly number[] = (items) => items) {
  const batches: (readonly number[])[] = []
  const gates: (() => void)[] = []
  const run = async (items: readonly number[]): Promise<readonly number[]> => {
    batches.push(items)
    await new Promise<void>((resolve) => gates.push(resolve))
    return answer(items)
  }
  const goOn = async () => {
    for (const open of gates.splice(0)) open()
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { batches, run, goOn }
}

it('what comes while a batch runs goes together, and what comes alone goes at once', async () => {
  const { batches, run, goOn } = stand()
  const ask = batched(run, { most: 3, atOnce: 1 })
  const answers = Promise.all([1, 2, 3, 4, 5].map(ask))
  expect(batches).toEqual([[1]])
  for (let turn = 0; turn < 3; turn++) await goOn()
  expect(batches).toEqual([[1], [2, 3, 4], [5]])
  expect(await answers).toEqual([1, 2, 3, 4, 5])
})

it('no more batches than are allowed run at the same time', async () => {
  const { batches, run, goOn } = stand()
  const ask = batched(run, { most: 1, atOnce: 2 })
  const answers = Promise.all([1, 2, 3].map(ask))
  expect(batches).toHaveLength(2)
  await goOn()
  expect(batches).toHaveLength(3)
  await goOn()
  expect(await answers).toEqual([1, 2, 3])
})

it('a bad item fails alone, and the batch goes on without it', async () => {
  const { run, goOn } = stand((items) => {
    if (items.includes(3)) throw new Error('three')
    return items
  })
  const ask = batched(run, { most: 8, atOnce: 1 })
  const answers = Promise.allSettled([1, 2, 3, 4].map(ask))
  for (let turn = 0; turn < 5; turn++) await goOn()
  expect(
    (await answers).map((each) => (each.status === 'fulfilled' ? each.value : 'failed')),
  ).toEqual([1, 2, 'failed', 4])
  const later = ask(5)
  await goOn()
  expect(await later).toBe(5)
})

it('a batch that answers too few is a fault of each, not of none', async () => {
  const { run, goOn } = stand(() => [])
  const ask = batched(run, { most: 8, atOnce: 1 })
  const answer = expect(ask(1)).rejects.toThrow('another number')
  await goOn()
  await answer
})
