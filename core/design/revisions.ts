import type { Design } from './document.ts'
import { applyPatch, diff, type Patch } from './patch.ts'

/**
 * How a design reaches somebody who holds the one before it: as a number where nothing changed, as
 * what changed, or whole.
 */
export type DesignUpdate =
  | { readonly kind: 'same'; readonly revision: number }
  | {
      readonly kind: 'patch'
      readonly base: number
      readonly revision: number
      readonly patch: Patch
    }
  | { readonly kind: 'whole'; readonly revision: number; readonly design: Design }

/** The sending side: knows what the other side holds. */
export class DesignSender {
  #sent: { readonly design: Design; readonly revision: number } | null = null
  #revision = 0

  /** What the other side must be told to hold `design`. */
  update(design: Design): DesignUpdate {
    const sent = this.#sent
    if (sent?.design === design) return { kind: 'same', revision: sent.revision }
    this.#revision += 1
    const revision = this.#revision
    this.#sent = { design, revision }
    if (sent === null || sent.design.id !== design.id) return { kind: 'whole', revision, design }
    return { kind: 'patch', base: sent.revision, revision, patch: diff(sent.design, design) }
  }

  /** The other side is new, or has missed something: the next update is whole. */
  forget(): void {
    this.#sent = null
  }
}

/** The receiving side. What did not change between two revisions stays the very same object. */
export class DesignReceiver {
  #held: { readonly design: Design; readonly revision: number } | null = null

  /** The design after an update, or null where a revision was missed and the whole is needed. */
  receive(update: DesignUpdate): Design | null {
    const { revision } = update
    if (update.kind === 'whole') this.#held = { design: update.design, revision }
    else if (update.kind === 'patch') {
      if (this.#held?.revision !== update.base) return null
      this.#held = { design: applyPatch(this.#held.design, update.patch), revision }
    }
    return this.#held?.revision === revision ? this.#held.design : null
  }
}
