import { type AbortNotice, orAborted, throwIfCancelled } from '../jobs.ts'

/** Tells how a load is stopped when nobody waits for it any more; untold, it runs to its end. */
export type WhenAbandoned = (stop: () => void) => void

/** A value that is loaded when it is first asked for. */
export interface LoadOnce<T> {
  /**
   * @param signal lets go of the value, whoever else waits for it
   * @throws StampaError `cancelled` as soon as the signal is aborted; else what the load throws
   */
  (signal?: AbortNotice): Promise<T>
  /** The next call loads again. */
  forget(): void
}

interface Loading<T> {
  readonly value: Promise<T>
  waiting: number
  settled: boolean
  readonly stops: readonly (() => void)[]
}

/**
 * One value loaded once, however many ask. A failure is forgotten, so that the next call tries
 * again.
 * @param isKept false for a value that is a failure too
 */
export function loadOnce<T>(
  load: (whenAbandoned: WhenAbandoned) => Promise<T>,
  isKept: (value: T) => boolean = () => true,
): LoadOnce<T> {
  let current: Loading<T> | null = null
  const forget = (own: Loading<T>) => {
    if (current === own) current = null
  }
  const begin = (): Loading<T> => {
    const stops: (() => void)[] = []
    const value = load((stop) => stops.push(stop))
    const own: Loading<T> = { value, waiting: 0, settled: false, stops }
    value.then(
      (loaded) => {
        own.settled = true
        if (!isKept(loaded)) forget(own)
      },
      () => {
        own.settled = true
        forget(own)
      },
    )
    return own
  }
  const once = async (signal?: AbortNotice): Promise<T> => {
    if (signal !== undefined) throwIfCancelled(signal)
    current ??= begin()
    return await awaited(current, forget, signal)
  }
  return Object.assign(once, {
    forget: () => {
      current = null
    },
  })
}

/** Waits among those who do; the last one who gives up stops the load, where it can be stopped. */
async function awaited<T>(
  own: Loading<T>,
  forget: (own: Loading<T>) => void,
  signal: AbortNotice | undefined,
): Promise<T> {
  own.waiting += 1
  try {
    return await (signal === undefined ? own.value : orAborted(own.value, signal))
  } finally {
    own.waiting -= 1
    if (own.waiting === 0 && !own.settled && own.stops.length > 0) {
      forget(own)
      for (const stop of own.stops) stop()
    }
  }
}

export interface LoadOnceEachOptions<Asked, T> {
  /** What of the question tells one value from another; itself unless said. */
  readonly keyOf?: (asked: Asked) => unknown
  /** False for a value that is a failure too. */
  readonly isKept?: (value: T) => boolean
}

/** {@link loadOnce} for each key by itself; the first question's load serves all of its key. */
export function loadOnceEach<Asked, T>(
  load: (asked: Asked, whenAbandoned: WhenAbandoned) => Promise<T>,
  { keyOf = (asked) => asked, isKept }: LoadOnceEachOptions<Asked, T> = {},
): (asked: Asked, signal?: AbortNotice) => Promise<T> {
  const loads = new Map<unknown, LoadOnce<T>>()
  return (asked, signal) => {
    const key = keyOf(asked)
    const known = loads.get(key) ?? loadOnce((whenAbandoned) => load(asked, whenAbandoned), isKept)
    loads.set(key, known)
    return known(signal)
  }
}
