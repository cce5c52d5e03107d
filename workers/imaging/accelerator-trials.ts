import { z } from 'zod'
import type { AcceleratorTrial } from '#core/imaging/device/accelerator.ts'

/** Where what was found is kept: a worker has no other store that is as small. */
const CACHE = 'stampa-accelerator-1'
const KEY = '/accelerator-trial'

const keptSchema = z.object({
  agent: z.string(),
  adapter: z.string(),
  speedup: z.number().positive().nullable(),
  difference: z.number().nonnegative(),
})

/** What was found on this device, in this version of its browser. */
export interface AcceleratorTrials {
  /** Null where nothing was tried, or on another adapter. */
  read(adapter: string): Promise<AcceleratorTrial | null>
  /** Whether anything was ever tried: the adapter need not be asked otherwise. */
  isEmpty(): Promise<boolean>
  write(adapter: string, trial: AcceleratorTrial): Promise<void>
}

/** Kept for the next visits where the browser lets us, for this one in any case. */
export class KeptTrials implements AcceleratorTrials {
  #known: z.infer<typeof keptSchema> | null = null

  async read(adapter: string): Promise<AcceleratorTrial | null> {
    const kept = await this.#kept()
    if (kept === null || kept.adapter !== adapter) return null
    return { speedup: kept.speedup, difference: kept.difference }
  }

  async isEmpty(): Promise<boolean> {
    return (await this.#kept()) === null
  }

  async write(adapter: string, { speedup, difference }: AcceleratorTrial): Promise<void> {
    this.#known = { agent: navigator.userAgent, adapter, speedup, difference }
    try {
      const cache = await caches.open(CACHE)
      await cache.put(KEY, Response.json(this.#known))
    } catch {
      // A full device or a private window: this visit knows.
    }
  }

  async #kept(): Promise<z.infer<typeof keptSchema> | null> {
    if (this.#known !== null) return this.#known
    try {
      const found = await caches.match(KEY, { cacheName: CACHE })
      const kept = keptSchema.parse(await found?.json())
      if (kept.agent === navigator.userAgent) this.#known = kept
    } catch {
      // Nothing kept, or what an earlier version kept.
    }
    return this.#known
  }
}
