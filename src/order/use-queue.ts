import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useState } from 'react'
import { queueEventsPath } from '#core/contract/queue-events.ts'
import { type Fault, StampaError } from '#core/errors.ts'
import { readEvents } from '#src/api/event-stream.ts'
import type { Called } from '#src/shell/calls/use-call.ts'
import { loginAtom } from '#src/state/session.ts'
import { type LiveQueue, queueFeed } from './queue-feed.ts'

interface Shown {
  readonly machineId: string | null
  readonly queue: LiveQueue | null
  readonly fault: Fault | null
  readonly lost: boolean
}

const nothing = (machineId: string | null): Shown => ({
  machineId,
  queue: null,
  fault: null,
  lost: false,
})

/**
 * A machine's queue as it changes, while the page is looked at: a page that is hidden holds no
 * connection, and goes on where it stopped.
 */
export function useQueue(machineId: string | null) {
  const signedIn = useAtomValue(loginAtom) !== null
  const [round, setRound] = useState(0)
  const [shown, setShown] = useState(() => nothing(machineId))
  useEffect(() => {
    if (machineId === null || !signedIn) return
    return watchQueue(machineId, round, (part) =>
      setShown((before) => ({
        ...(before.machineId === machineId ? before : nothing(machineId)),
        ...part,
      })),
    )
  }, [machineId, signedIn, round])
  const current = shown.machineId === machineId ? shown : nothing(machineId)
  return {
    state: signedIn ? stateOf(current) : stateOf({ ...current, fault: signInFirst }),
    lost: current.lost,
    reload: useCallback(() => setRound((before) => before + 1), []),
  }
}

const signInFirst = new StampaError('not-authorised').fault

const stateOf = ({ queue, fault }: Shown): Called<LiveQueue> => {
  if (fault !== null) return { kind: 'failed', fault }
  return queue === null ? { kind: 'loading' } : { kind: 'ready', value: queue, outdated: false }
}

/** Reads while the page is looked at. @returns what ends it */
function watchQueue(
  machineId: string,
  _round: number,
  tell: (part: Partial<Shown>) => void,
): () => void {
  const last = { id: null as string | null }
  const heard = queueFeed((queue) => tell({ queue, fault: null }))
  let reading: AbortController | null = null
  const follow = () => {
    if (document.hidden) {
      reading?.abort()
      reading = null
    } else if (reading === null) {
      reading = new AbortController()
      const { signal } = reading
      const lost = (isLost: boolean) => tell({ lost: isLost })
      void readEvents({ path: queueEventsPath(machineId), heard, lost, signal, last }).then(
        (fault) => fault && tell({ fault }),
      )
    }
  }
  document.addEventListener('visibilitychange', follow)
  follow()
  return () => {
    document.removeEventListener('visibilitychange', follow)
    reading?.abort()
  }
}
