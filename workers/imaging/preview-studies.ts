import type { PreviewCare } from './api.ts'
import type { Asked } from './tools.ts'

/** A customer who looks at a preview for longer than this is not moving a slider. */
const REST_MS = 30_000

/** As a preview is asked for, or before it is. */
export type StudyCare = PreviewCare | 'ahead'

/**
 * Where previews of one tool on one photo keep what they saw in it for one another: tens of
 * megabytes, so they go with the next tool or photo, before a run, and when nothing is asked for.
 */
export class PreviewStudies {
  #hash = ''
  readonly #kept = new Map<string, object>()
  #timer: ReturnType<typeof setTimeout> | undefined

  /**
   * For a preview that begins now; one that is made aside keeps nothing, and puts nothing away. Those of
   * several tools that are made ahead stay until one of them is asked for.
   */
  of({ tool, photo }: Pick<Asked, 'tool' | 'photo'>, care: StudyCare): object {
    if (care === 'aside') return {}
    const kept = (photo.hash === this.#hash ? this.#kept.get(tool.id) : undefined) ?? {}
    if (care !== 'ahead' || photo.hash !== this.#hash) this.forget()
    this.#hash = photo.hash
    this.#kept.set(tool.id, kept)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.forget(), REST_MS)
    return kept
  }

  has({ tool, photo }: Pick<Asked, 'tool' | 'photo'>): boolean {
    return photo.hash === this.#hash && this.#kept.has(tool.id)
  }

  forget(): void {
    clearTimeout(this.#timer)
    this.#kept.clear()
  }
}
