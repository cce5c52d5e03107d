import { describe, expect, it } from 'vitest'
import type { ToolId } from '#core/imaging/tools/table.ts'
import { throwIfCancelled } from '#core/jobs.ts'
import { PreviewsAhead } from '#workers/imaging/previews-ahead.ts'
import { askedOf } from '#workers/imaging/tools.ts'
import type { Job } from '#workers/job-registry.ts'
import { photoRef } from '../design/designs.ts'

const wanted = (tool: ToolId, hash = 'a', settings = {}) => ({
  ...askedOf({ tool, photo: photoRef(100, 100, hash), settings }),
  longSidePx: 720,
})
const jobOf = (signal = new AbortController().signal): Job => ({
  signal,
  report: () => undefined,
  checkpoint: async () => throwIfCancelled(signal),
})

/** Previews that end when they are told to. */
function slowly() {
  const ends: (() => Promise<void>)[] = []
  const begun: string[] = []
  const make = (job: Job, { tool }: ReturnType<typeof wanted>) => {
    begun.push(tool.id)
    return new Promise<string>((resolve, reject) => {
      ends.push(() => job.checkpoint().then(() => resolve(`a ${tool.id}`), reject))
    })
  }
  const end = async () => {
    await ends.shift()?.()
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { make, begun, end }
}

describe('previews that are made before they are asked for', () => {
  it('are there for the same settings of the same photo alone', async () => {
    const ahead = new PreviewsAhead<string>(() => true)
    await ahead.make(jobOf(), [wanted('sketch'), wanted('anime')], async (_, { tool }) => tool.id)
    expect(await ahead.of(wanted('anime'))).toBe('anime')
    expect(await ahead.of(wanted('anime', 'b'))).toBeUndefined()
    expect(await ahead.of(wanted('anime', 'a', { strength: 0.1 }))).toBeUndefined()
  })

  it('are waited for by who asks for the one in the making, and no other is begun then', async () => {
    const ahead = new PreviewsAhead<string>(() => true)
    const { make, begun, end } = slowly()
    const making = ahead.make(jobOf(), [wanted('sketch'), wanted('anime')], make)
    await Promise.resolve()
    const asked = ahead.of(wanted('sketch'))
    await end()
    expect(await asked).toBe('a sketch')
    await making
    expect(begun).toEqual(['sketch'])
  })

  it('end at their next checkpoint for who asks for another', async () => {
    const ahead = new PreviewsAhead<string>(() => true)
    const { make, begun, end } = slowly()
    const making = ahead.make(jobOf(), [wanted('sketch'), wanted('anime')], make)
    await Promise.resolve()
    expect(await ahead.of(wanted('anime'))).toBeUndefined()
    await end()
    await making
    expect(await ahead.of(wanted('sketch'))).toBeUndefined()
    expect(begun).toEqual(['sketch'])
  })

  it('are made anew where what was seen for them is gone, and are skipped where one cannot be made', async () => {
    let isCurrent = true
    const ahead = new PreviewsAhead<string>(() => isCurrent)
    let made = 0
    const make = async (_: Job, { tool }: ReturnType<typeof wanted>) => {
      if (tool.id === 'cut-out') throw new Error('nobody')
      made += 1
      return tool.id
    }
    const all = [wanted('cut-out'), wanted('sketch')]
    await ahead.make(jobOf(), all, make)
    await ahead.make(jobOf(), all, make)
    expect(made).toBe(1)
    isCurrent = false
    expect(await ahead.of(wanted('sketch'))).toBeUndefined()
    await ahead.make(jobOf(), all, make)
    expect(made).toBe(2)
  })
})
