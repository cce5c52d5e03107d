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
  /**
   * Whether a batch that failed so may have failed by one bad item: each is run by itself then, which
   * `run` must bear. Else all of them fail.
   */
  readonly isOneBad?: (thrown: unknown) => boolean
}

/**
 * Runs what is asked for at the same time together: an item waits for the end of the event loop's turn,
 * and while as many batches run as may.
 * @param run answers as many results as it is given items, in their order
 */
export function batched<In, Out>(
  run: (items: readonly In[]) => Promise<readonly Out[]>,
  { most, atOnce, isOneBad = () => false }: Options,
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
      const runAlone = batch.length > 1 && isOneBad(thrown)
      for (const one of batch) {
        if (runAlone) await settle([one]).catch((why: unknown) => one.reject(why))
        else one.reject(thrown)
      }
    }
  }

  const start = () => {
    while (running < atOnce && waiting.length > 0) {
      running++
      void runBatch(waiting.splice(0, most)).finally(() => {
        running--
        startSoon()
      })
    }
  }
  let isDue = false
  const startSoon = () => {
    if (isDue) return
    isDue = true
    setImmediate(() => {
      isDue = false
      start()
    })
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      startSoon()
    })
}
