import { useRef } from 'react'
import type { AnswerOf, RequestOf, Service } from '#core/contract/service.ts'
import type { Fault } from '#core/errors.ts'
import { write } from '#src/api/cached-calls.ts'
import { useFaultToast } from '#src/shell/fault-toast.ts'
import { useJob } from '#src/shell/jobs/use-job.ts'
import { showToast } from '#src/ui/toasts.ts'

/**
 * An act of staff's: done once however often it is pressed, for its key stays the same until it has
 * an answer; then it is said, or why not.
 */
export function useAct<Of extends Service>(
  service: Of,
  done: {
    readonly words: string
    readonly onDone?: (answer: AnswerOf<Of>) => void
    /** Whether a form says the fault beside one of its fields; all others are said in a toast. */
    readonly isSaidInForm?: (fault: Fault) => boolean
  },
) {
  const tell = useFaultToast()
  const key = useRef(crypto.randomUUID())
  const { running, run } = useJob((request: RequestOf<Of>) => write(service, request))
  const act = async (make: (idempotencyKey: string) => RequestOf<Of>) => {
    const outcome = await run(make(key.current))
    if (!outcome.ok && ['network-abnormal', 'network-timeout'].includes(outcome.fault.code)) {
      return tell(outcome.fault)
    }
    key.current = crypto.randomUUID()
    if (!outcome.ok) {
      if (!done.isSaidInForm?.(outcome.fault)) tell(outcome.fault)
      return
    }
    showToast({ text: done.words, tone: 'good' })
    done.onDone?.(outcome.value)
  }
  return { running, act: (make: (key: string) => RequestOf<Of>) => void act(make) }
}
