import { withValues } from '../../../../pixels/with-values.ts'

/** Which cells have become one, by the number of one of them (union-find with halved paths). */
export class Joins {
  readonly #above: Uint32Array

  constructor(total: number) {
    this.#above = withValues(new Uint32Array(total), (cell) => cell)
  }

  rootOf(cell: number): number {
    const above = this.#above
    let here = cell
    while (above[here] !== here) {
      const next = above[above[here] as number] as number
      above[here] = next
      here = next
    }
    return here
  }

  /** Joins what hangs on `other` to what hangs on `one`, whose root stays. */
  join(one: number, other: number): void {
    this.#above[this.rootOf(other)] = this.rootOf(one)
  }
}
