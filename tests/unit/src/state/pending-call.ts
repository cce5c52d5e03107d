import { fail, type Outcome } from '#core/errors.ts'

/** A call that the worker has not answered yet; an abort is answered as the bridge does, at once. */
export function pendingCall<T>() {
  let answer: (outcome: Outcome<T>) => void = () => undefined
  const signals: AbortSignal[] = []
  const call = (...args: unknown[]) => {
    const options = args.at(-1) as { signal: AbortSignal }
    signals.push(options.signal)
    return new Promise<Outcome<T>>((resolve) => {
      answer = resolve
      options.signal.addEventListener('abort', () => resolve(fail('cancelled')))
    })
  }
  return { call, signals, answer: (outcome: Outcome<T>) => answer(outcome) }
}
