import type { PreviewCare } from './api.ts'
import type { Asked } from './tools.ts'

/** A customer who looks at a preview for longer than this is not moving a slider. */
const REST_MS = 30_000

/**
 * Where previews of one tool on one photo keep what they saw in it for one another: tens of
 * megabytes, so they go with the next tool or photo, before a run, and when nothing is asked for.
 */
export class PreviewStudies {
  #of = ''
  #kept: object = {}
  #timer: ReturnType<typeof setTimeout> | undefined

  /** For a preview that begins now; one that is made aside keeps nothing, and puts nothing away. */
  of({ tool, photo }: Pick<Asked, 'tool' | 'photo'>, care: PreviewCare): object {
    if (care === 'aside') return {}
    const key = `${tool.id} ${photo.hash}`
    if (key !== this.#of) this.forget()
    this.#of = key
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.forget(), REST_MS)
    return this.#kept
  }

  forget(): void {
    clearTimeout(this.#timer)
    this.#of = ''
    this.#kept = {}
  }
}
