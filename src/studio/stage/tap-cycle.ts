import type { Pointer } from './context.ts'

/** Two taps within this time and distance are one double tap. */
const DOUBLE_MS = 350
const DOUBLE_PX = 24

/**
 * Tells double taps from slow ones. A tap on what is selected already chooses the layer beneath it,
 * but only once no second tap can follow: a double tap is about what was tapped first.
 */
export class TapCycle {
  readonly #select: (ids: readonly string[]) => void
  #last: Pointer | null = null
  #waiting: ReturnType<typeof setTimeout> | undefined

  constructor(select: (ids: readonly string[]) => void) {
    this.#select = select
  }

  /** Whether this tap is the second of two. */
  isSecond(pointer: Pointer): boolean {
    const last = this.#last
    const second =
      last !== null &&
      pointer.timeMs - last.timeMs <= DOUBLE_MS &&
      Math.hypot(pointer.xPx - last.xPx, pointer.yPx - last.yPx) <= DOUBLE_PX
    if (second) this.#last = null
    return second
  }

  /** @param cycles whether `ids` lie under what is selected */
  first(pointer: Pointer, ids: readonly string[], cycles: boolean): void {
    this.#last = pointer
    if (cycles) this.#waiting = setTimeout(() => this.#select(ids), DOUBLE_MS)
    else this.#select(ids)
  }

  /** Something else has begun: nothing is chosen late. */
  hold(): void {
    clearTimeout(this.#waiting)
  }
}
