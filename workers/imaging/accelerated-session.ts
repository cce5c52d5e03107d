import { faultOf } from '#core/errors.ts'
import type { InferenceSession, Tensor } from '#core/imaging/tool.ts'
import { inTime } from '../in-time.ts'

/** A tile takes a processor a second at worst, so one that takes longer hangs. */
export const RUN_MS = 20_000

/** A network on another processor, for one job; `close` gives its memory back. */
export interface FastSession {
  run(input: Tensor): Promise<Tensor>
  close(): void
}

/**
 * A network that moves to a faster processor as soon as it is open there, and comes back at the
 * first error: the input that failed is answered here, and so are all that follow. What is short is
 * over before the other is open, and never waits for it.
 */
export class AcceleratedSession implements InferenceSession {
  readonly #plain: Pick<InferenceSession, 'run'>
  readonly #onFailure: (thrown: unknown) => void
  #fast: FastSession | null = null
  #closed = false

  /** @param onFailure told of an error of the faster one, never of a cancel */
  constructor(
    plain: Pick<InferenceSession, 'run'>,
    opening: Promise<FastSession>,
    onFailure: (thrown: unknown) => void,
  ) {
    this.#plain = plain
    this.#onFailure = onFailure
    opening.then(
      (fast) => this.#take(fast),
      (thrown: unknown) => this.#fail(thrown),
    )
  }

  async run(input: Tensor): Promise<Tensor> {
    if (this.#fast === null) return await this.#plain.run(input)
    try {
      return await inTime(this.#fast.run(input), RUN_MS)
    } catch (thrown) {
      if (isCancel(thrown)) throw thrown
      this.#fail(thrown)
      return await this.#plain.run(input)
    }
  }

  async release(): Promise<void> {
    this.close()
  }

  /** Ends the faster one, or keeps it from being taken. */
  close(): void {
    this.#closed = true
    this.#fast?.close()
    this.#fast = null
  }

  #take(fast: FastSession): void {
    if (this.#closed) fast.close()
    else this.#fast = fast
  }

  #fail(thrown: unknown): void {
    if (this.#closed || isCancel(thrown)) return
    this.close()
    this.#onFailure(thrown)
  }
}

const isCancel = (thrown: unknown): boolean => faultOf(thrown).code === 'cancelled'
