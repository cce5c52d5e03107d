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
  /** Lets what runs come to its end, and what waits begin. */
  const goOn = async () => {
    for (const open of gates.splice(0)) open()
    for (let turns = 0; turns < 3; turns++) await new Promise((resolve) => setImmediate(resolve))
  }
  return { batches, run, goOn }
}

it('what comes in one turn, or while a batch runs, goes together', async () => {
  const { batches, run, goOn } = stand()
  const ask = batched(run, { most: 3, atOnce: 1 })
  const first = Promise.all([1, 2].map(ask))
  await goOn()
  expect(batches).toEqual([[1, 2]])
  const later = Promise.all([3, 4, 5, 6].map(ask))
  for (let turn = 0; turn < 3; turn++) await goOn()
  expect(batches).toEqual([[1, 2], [3, 4, 5], [6]])
  expect([await first, await later]).toEqual([
    [1, 2],
    [3, 4, 5, 6],
  ])
})

it('no more batches than are allowed run at the same time', async () => {
  const { batches, run, goOn } = stand()
  const ask = batched(run, { most: 1, atOnce: 2 })
  const answers = Promise.all([1, 2, 3].map(ask))
  await goOn()
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
  const ask = batched(run, { most: 8, atOnce: 1, isOneBad: () => true })
  const answers = Promise.allSettled([1, 2, 3, 4].map(ask))
  for (let turn = 0; turn < 6; turn++) await goOn()
  expect(
    (await answers).map((each) => (each.status === 'fulfilled' ? each.value : 'failed')),
  ).toEqual([1, 2, 'failed', 4])
  const later = ask(5)
  await goOn()
  await goOn()
  expect(await later).toBe(5)
})

it('where nobody is to blame, all fail at once', async () => {
  const { batches, run, goOn } = stand(() => {
    throw new Error('the connection broke')
  })
  const ask = batched(run, { most: 8, atOnce: 1 })
  const answers = Promise.allSettled([1, 2, 3].map(ask))
  await goOn()
  await goOn()
  expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(batches).toHaveLength(1)
})

it('a batch that answers too few is a fault of each, not of none', async () => {
  const { run, goOn } = stand(() => [])
  const ask = batched(run, { most: 8, atOnce: 1 })
  const answer = expect(ask(1)).rejects.toThrow('another number')
  await goOn()
  await goOn()
  await answer
})
