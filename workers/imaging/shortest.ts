/** Milliseconds of the shortest run: at least one, and again while there is time. */
export async function shortest(withinMs: number, work: () => Promise<void>): Promise<number> {
  const until = performance.now() + withinMs
  let best = Number.POSITIVE_INFINITY
  do {
    const began = performance.now()
    await work()
    best = Math.min(best, performance.now() - began)
  } while (performance.now() + best < until)
  return best
}
