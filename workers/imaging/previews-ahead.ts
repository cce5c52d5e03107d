import type { PhotoRef } from '#core/design/document.ts'
import { outcomeOf } from '#core/errors.ts'
import { throwIfCancelled } from '#core/jobs.ts'
import type { Job } from '../job-registry.ts'
import type { Asked } from './tools.ts'

/** A preview that may be asked for. */
export type AskedPreview = Pick<Asked, 'tool' | 'settings' | 'photo'> & {
  readonly longSidePx: number
}

interface Making<Made> {
  readonly key: string
  readonly stopping: AbortController
  /** Null where it could not be made, or was stopped. */
  readonly made: Promise<Made | null>
}

/**
 * Quick previews of a photo that are made before anybody asks for them, one after the other: whoever
 * looks at the tools is about to open one. They make way for what is asked for, unless it is the same.
 */
export class PreviewsAhead<Made> {
  #hash = ''
  #stopping = new AbortController()
  #making: Making<Made> | null = null
  readonly #made = new Map<string, Made>()
  readonly #isCurrent: (asked: AskedPreview) => boolean

  /** @param isCurrent whether what was seen for a preview is there still: without that a slider's first move would wait */
  constructor(isCurrent: (asked: AskedPreview) => boolean) {
    this.#isCurrent = isCurrent
  }

  /**
   * Makes some, unless they are known, until the job is stopped or another preview is asked for.
   * @param make null where it cannot be made
   */
  async make(
    job: Job,
    wanted: readonly AskedPreview[],
    make: (job: Job, asked: AskedPreview) => Promise<Made | null>,
  ): Promise<void> {
    this.#stopping = new AbortController()
    const { signal } = this.#stopping
    for (const asked of wanted) {
      await job.checkpoint()
      if (signal.aborted) return
      this.#forgetOthers(asked.photo)
      if (this.#known(asked) !== undefined) continue
      const key = keyOf(asked)
      const stopping = new AbortController()
      const own = jobUntil(job, stopping.signal)
      const ended = outcomeOf(() => make(own, asked)).then((end) => (end.ok ? end.value : null))
      const making = { key, stopping, made: ended }
      this.#making = making
      const made = await ended
      // Those of another photo may have begun meanwhile.
      if (this.#making === making) this.#making = null
      if (made !== null && asked.photo.hash === this.#hash) this.#made.set(key, made)
    }
  }

  /** The preview where it is made or in the making; all others end now. Undefined where there is none. */
  async of(asked: AskedPreview): Promise<Made | undefined> {
    const key = keyOf(asked)
    this.#stopping.abort()
    const making = this.#making
    if (making !== null && making.key !== key) making.stopping.abort()
    if (making?.key === key) return (await making.made) ?? undefined
    return this.#known(asked)
  }

  /** Ends what is in the making. */
  stop(): void {
    this.#stopping.abort()
    this.#making?.stopping.abort()
  }

  #known(asked: AskedPreview): Made | undefined {
    return this.#isCurrent(asked) ? this.#made.get(keyOf(asked)) : undefined
  }

  #forgetOthers({ hash }: PhotoRef): void {
    if (hash !== this.#hash) this.#made.clear()
    this.#hash = hash
  }
}

/** The same job, which ends with another signal, too. */
function jobUntil(job: Job, ended: AbortSignal): Job {
  const signal = AbortSignal.any([job.signal, ended])
  return {
    signal,
    report: () => undefined,
    checkpoint: async () => {
      await job.checkpoint()
      throwIfCancelled(signal)
    },
  }
}

const keyOf = ({ tool, settings, photo, longSidePx }: AskedPreview): string =>
  `${tool.id} ${photo.hash} ${longSidePx} ${JSON.stringify(settings)}`
