import { StampaError } from '#core/errors.ts'

/**
 * Settles as `work` does, or rejects when it has not after so long: a graphics processor's driver may
 * never answer.
 * @throws StampaError `worker-died`
 */
export function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new StampaError('worker-died', { cause: `no answer within ${ms} ms` })),
      ms,
    )
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
