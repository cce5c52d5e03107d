interface Waiting<In, Out> {
  readonly item: In
  readonly resolve: (out: Out) => void
  readonly reject: (why: unknown) => void
}

interface Options {
  /** Items of one batch. */
  readonly most: number
  /** Batches that run at the same time. */
  readonly atOnce: number
}

/**
 * Runs what is asked for at the same time together: an item waits only while batches run, and goes
 * alone where none does. Where a batch fails, each of its items is run by itself, so that one bad item
 * fails alone; `run` must bear to be repeated.
 * @param run answers as many results as it is given items, in their order
 */
export function batched<In, Out>(
  run: (items: readonly In[]) => Promise<readonly Out[]>,
  { most, atOnce }: Options,
): (item: In) => Promise<Out> {
  const waiting: Waiting<In, Out>[] = []
  let running = 0

  const settle = async (batch: readonly Waiting<In, Out>[]): Promise<void> => {
    const outs = await run(batch.map(({ item }) => item))
    if (outs.length !== batch.length) throw new Error('a batch answered another number of results')
    for (const [index, out] of outs.entries()) batch[index]?.resolve(out)
  }

  const runBatch = async (batch: readonly Waiting<In, Out>[]): Promise<void> => {
    try {
      await settle(batch)
    } catch (thrown) {
      const [only] = batch
      if (batch.length === 1) only?.reject(thrown)
      else for (const one of batch) await settle([one]).catch((why: unknown) => one.reject(why))
    }
  }

  const start = () => {
    while (running < atOnce && waiting.length > 0) {
      running++
      void runBatch(waiting.splice(0, most)).finally(() => {
        running--
        start()
      })
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      start()
    })
}
