import type { JobContext } from '../../../../jobs.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import type { ReachedShare } from './fill-progress.ts'
import { MinCut } from './min-cut.ts'
import { ShiftCosts, type ShiftQuestion } from './shift-costs.ts'

/** How often every shift is offered to all pixels. */
const SWEEPS = 2
/** Arcs that a cut looks at between two looks at whether the job was cancelled, about 10 ns each. */
const CUT_STEPS = 1_000_000

/** Which shift fills each pixel of a hole. */
export interface ShiftLabels {
  /** Indices of the hole's pixels. */
  readonly pixels: Int32Array
  /** For each of them the number of its shift. */
  readonly labels: Int32Array
}

/**
 * Fills a hole with few large pieces of the picture, cut where they are alike: each pixel is given
 * one of a few shifts (Pritch, Kav-Venaki, Peleg 2009; He, Sun 2012).
 * @param startOf the label that a pixel begins with; null for the one that is cheapest by itself
 */
export async function shiftLabels(
  env: ToolEnvironment,
  question: ShiftQuestion,
  startOf: ((pixel: number) => number) | null,
  reached?: ReachedShare,
): Promise<ShiftLabels> {
  const costs = await ShiftCosts.of(env, question)
  const { pixels } = costs
  const labels = pixels.map((pixel, k) => (startOf === null ? costs.cheapest(k) : startOf(pixel)))
  const expansion = new Expansion(env, costs, labels)
  const count = question.shifts.length
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    let changed = 0
    for (const label of question.shifts.keys()) {
      changed += await expansion.offer(label)
      reached?.((sweep * count + label + 1) / (SWEEPS * count))
      await env.checkpoint()
    }
    if (changed === 0) break
  }
  return { pixels, labels }
}

/** Expansion moves (Boykov, Veksler, Zabih 2001). */
class Expansion {
  readonly #job: Pick<JobContext, 'checkpoint'>
  readonly #costs: ShiftCosts
  readonly #labels: Int32Array
  readonly #cut: MinCut
  /** What a pixel pays more by itself with the label that is offered. */
  readonly #turn: Float32Array
  /** How far what it shows with that label is from what it shows now. */
  readonly #step: Float32Array

  constructor(job: Pick<JobContext, 'checkpoint'>, costs: ShiftCosts, labels: Int32Array) {
    this.#job = job
    this.#costs = costs
    this.#labels = labels
    this.#cut = new MinCut(labels.length, costs.links.length / 2)
    this.#turn = new Float32Array(labels.length)
    this.#step = new Float32Array(labels.length)
  }

  /** Gives a label to all pixels for which that is better together. @returns how many took it */
  async offer(label: number): Promise<number> {
    const labels = this.#labels
    this.#cut.clear()
    this.#weigh(label)
    this.#join(label)
    for (let k = 0; k < labels.length; k++) this.#cut.addTerminal(k, this.#turn[k] as number)
    while (!this.#cut.advance(CUT_STEPS)) await this.#job.checkpoint()
    let changed = 0
    for (let k = 0; k < labels.length; k++) {
      if (labels[k] === label || !this.#cut.isCutOff(k)) continue
      labels[k] = label
      changed++
    }
    return changed
  }

  #weigh(label: number): void {
    for (let k = 0; k < this.#labels.length; k++) {
      const now = this.#labels[k] as number
      this.#turn[k] = this.#costs.own(k, label) - this.#costs.own(k, now)
      this.#step[k] = this.#costs.step(k, now, label)
    }
  }

  #join(label: number): void {
    const { links } = this.#costs
    for (let i = 0; i < links.length; i += 2) {
      const [k, m] = [links[i] as number, links[i + 1] as number]
      const [ours, theirs] = [this.#labels[k] as number, this.#labels[m] as number]
      if (ours === theirs) {
        const both = (this.#step[k] as number) + (this.#step[m] as number)
        if (ours !== label) this.#cut.addEdge(k, m, both, both)
        continue
      }
      const kept = this.#costs.seam(k, m, ours, theirs)
      const weTurn = this.#costs.seam(k, m, label, theirs)
      const theyTurn = this.#costs.seam(k, m, ours, label)
      this.#turn[k] = (this.#turn[k] as number) + weTurn - kept
      this.#turn[m] = (this.#turn[m] as number) - weTurn
      // Steps are a metric, so this is not below 0 but for how floats are rounded.
      this.#cut.addEdge(k, m, Math.max(0, weTurn + theyTurn - kept), 0)
    }
  }
}
