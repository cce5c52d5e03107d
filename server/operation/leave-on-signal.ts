import { constants } from 'node:os'

/** One press of Ctrl+C may come twice: from the terminal, and from npm. */
const ONE_PRESS_MS = 500
/** What is still open so long after the last request was cut hangs. */
const HANGS_MS = 5_000

interface Leaving {
  /** How long what runs may go on. */
  readonly drainMs: number
  /** Ends everything in good order. */
  readonly close: () => Promise<void>
  /** Lets go of what outlives this process; nothing is waited for. */
  readonly abandon: () => void
}

/**
 * The first SIGINT or SIGTERM ends the process in good order, with code 0; one that comes while it
 * waits ends it at once, as the signal itself would have. What hangs is left: transactions that are
 * open then were never committed.
 */
export function leaveOnSignal({ drainMs, close, abandon }: Leaving): void {
  let since: number | null = null
  const end = (code: number) => {
    abandon()
    process.exit(code)
  }
  const fail = (thrown: unknown) => {
    console.error(thrown instanceof Error ? thrown.message : thrown)
    end(1)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      const now = performance.now()
      if (since !== null && now - since > ONE_PRESS_MS) end(128 + constants.signals[signal])
      if (since !== null) return
      since = now
      setTimeout(() => fail('Stampa was ended while something hung.'), drainMs + HANGS_MS)
      close().then(() => process.exit(0), fail)
    })
  }
}
