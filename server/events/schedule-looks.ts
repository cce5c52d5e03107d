/** Times go by though nothing happens: a queue that is watched is looked at so often. */
const LOOK_MS = 30_000
/** Many changes at once are one look. */
const PAUSE_MS = 100

/**
 * Looks again soon after each change, and now and then without one; never twice at a time.
 * @param onFailed hears of looks that nobody waits for
 */
export function scheduleLooks(look: () => Promise<void>, onFailed: (thrown: unknown) => void) {
  let timer: NodeJS.Timeout | undefined
  let isSoon = false
  let looking: Promise<void> | null = null
  let missed = false
  let stopped = false

  const lookIn = (ms: number) => {
    clearTimeout(timer)
    isSoon = ms <= PAUSE_MS
    if (stopped) return
    timer = setTimeout(() => {
      now().catch(onFailed)
    }, ms).unref()
  }
  const now = (): Promise<void> => {
    if (looking !== null) return looking
    clearTimeout(timer)
    missed = false
    looking = look().finally(() => {
      looking = null
      lookIn(missed ? PAUSE_MS : LOOK_MS)
    })
    return looking
  }
  return {
    /** Looks, or waits for the look that is under way. */
    now,
    /** Something has changed. */
    soon: () => {
      if (looking !== null) missed = true
      // One that is due already is not put off: changes may come without a pause.
      else if (!isSoon) lookIn(PAUSE_MS)
    },
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
    isStopped: () => stopped,
  }
}
