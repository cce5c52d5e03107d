import { describe, expect, it, vi } from 'vitest'
import { StampaError } from '#core/errors.ts'
import type { AcceleratorTrial } from '#core/imaging/device/accelerator.ts'
import type { Network } from '#core/imaging/models.ts'
import type { Tensor } from '#core/imaging/tool.ts'
import { AcceleratedSession, type FastSession } from '#workers/imaging/accelerated-session.ts'
import { Accelerator, type AcceleratorParts } from '#workers/imaging/accelerator.ts'
import { card, input, job } from './accelerated-network.ts'

/** Answers what it is shown, `moved` by so much, after so many ms of waiting. */
const session = (moved = 0, ms = 0) => ({
  run: vi.fn(async ({ shape, values }: Tensor): Promise<Tensor> => {
    const until = performance.now() + ms
    while (performance.now() < until);
    return { shape, values: values.map((value) => value + moved) }
  }),
  release: async () => undefined,
})
const fastSession = (moved = 0) => ({ ...session(moved), close: vi.fn() })
const failing = (thrown: unknown) => ({
  run: vi.fn(async (): Promise<Tensor> => {
    throw thrown
  }),
  close: vi.fn(),
})
const network = (ms = 5): Network => ({ card, session: session(0, ms) })

function accelerator(
  changed: Partial<AcceleratorParts> = {},
  before: AcceleratorTrial | null = null,
) {
  const kept = { trial: before }
  const opened: { run: FastSession['run']; close: FastSession['close'] }[] = []
  const open = vi.fn(changed.open ?? (async () => fastSession()))
  const parts: AcceleratorParts = {
    adapter: async () => ({ isFallback: false, name: 'real' }),
    trials: {
      read: async () => kept.trial,
      isEmpty: async () => kept.trial === null,
      write: async (_adapter, trial) => {
        kept.trial = trial
      },
    },
    device: () => ({ facts: { ios: false, savesData: false }, small: false, suspends: true }),
    ...changed,
    open: async (asked, of) => {
      const fast = await open(asked, of)
      opened.push(fast)
      return fast
    },
  }
  return { made: new Accelerator(parts), kept, open, opened }
}

describe('the trial of the graphics processor', () => {
  it('measures both, keeps what it found, and gives the memory back', async () => {
    const { made, kept, open, opened } = accelerator()
    expect(await made.speedup(40, async () => network(), job)).toBeGreaterThan(1.3)
    expect(kept.trial?.speedup).toBeGreaterThan(1.3)
    expect(opened[0]?.close).toHaveBeenCalled()
    await made.speedup(40, async () => network(), job)
    expect(open).toHaveBeenCalledTimes(1)
  })

  it('fetches nothing for a software adapter', async () => {
    const adapter = async () => ({ isFallback: true, name: 'software' })
    const { made, open, kept } = accelerator({ adapter })
    expect(await made.speedup(40, async () => network(), job)).toBe(1)
    expect(open).not.toHaveBeenCalled()
    expect(kept.trial).toBeNull()
  })

  it('refuses what answers otherwise', async () => {
    const { made } = accelerator({ open: async () => fastSession(0.01) })
    expect(await made.speedup(40, async () => network(), job)).toBe(1)
  })

  it('remembers an error, and tries no more', async () => {
    const { made, kept, open } = accelerator({ open: async () => failing(new Error('no shader')) })
    expect(await made.speedup(40, async () => network(), job)).toBe(1)
    expect(kept.trial).toEqual({ speedup: null, difference: 0 })
    await made.speedup(40, async () => network(), job)
    expect(open).toHaveBeenCalledTimes(1)
  })

  it('takes a failed download for no fault of the device', async () => {
    const open = async () => {
      throw new StampaError('network-failed')
    }
    const { made, kept } = accelerator({ open })
    expect(await made.speedup(40, async () => network(), job)).toBe(1)
    expect(kept.trial).toBeNull()
  })

  it('is cancelled without a finding', async () => {
    const open = async () => failing(new StampaError('cancelled'))
    const { made, kept } = accelerator({ open })
    const speedup = made.speedup(40, async () => network(), job)
    await expect(speedup).rejects.toMatchObject({ fault: { code: 'cancelled' } })
    expect(kept.trial).toBeNull()
  })
})

describe('a network that is lent', () => {
  const faster = { speedup: 4, difference: 0 }

  it('is the plain one where nothing was tried', async () => {
    const plain = network()
    const { made, open } = accelerator()
    expect((await made.lend(plain, job)).network).toBe(plain)
    expect(open).not.toHaveBeenCalled()
  })

  it('moves once it is open there', async () => {
    const plain = session()
    const { made, opened } = accelerator({}, faster)
    const lent = await made.lend({ card, session: plain }, job)
    await vi.waitFor(() => expect(opened).toHaveLength(1))
    await lent.network.session.run(input)
    expect(opened[0]?.run).toHaveBeenCalledTimes(1)
    expect(plain.run).not.toHaveBeenCalled()
    lent.close()
    expect(opened[0]?.close).toHaveBeenCalled()
  })

  it('answers all the same after an error, and stays away in the jobs that follow', async () => {
    const open = async () => failing(new Error('the device was lost'))
    const { made, kept, opened } = accelerator({ open }, faster)
    const lent = await made.lend(network(), job)
    await vi.waitFor(() => expect(opened).toHaveLength(1))
    expect((await lent.network.session.run(input)).values).toEqual(input.values)
    expect((await lent.network.session.run(input)).values).toEqual(input.values)
    expect(opened[0]?.run).toHaveBeenCalledTimes(1)
    expect(opened[0]?.close).toHaveBeenCalled()
    await vi.waitFor(() => expect(kept.trial).toEqual({ speedup: null, difference: 0 }))
    const again = network()
    expect((await made.lend(again, job)).network).toBe(again)
  })
})

/** An opening that is settled by hand. */
function pending() {
  let resolve: (fast: FastSession) => void = () => undefined
  const promise = new Promise<FastSession>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

describe('an accelerated session', () => {
  it('works in WebAssembly until the other is open, and never waits', async () => {
    const opening = pending()
    const [plain, fast] = [session(), fastSession()]
    const moving = new AcceleratedSession(plain, opening.promise, () => undefined)
    await moving.run(input)
    expect(plain.run).toHaveBeenCalledTimes(1)
    opening.resolve(fast)
    await opening.promise
    await moving.run(input)
    expect(plain.run).toHaveBeenCalledTimes(1)
    expect(fast.run).toHaveBeenCalledTimes(1)
  })

  it('ends what opens after its job', async () => {
    const opening = pending()
    const fast = fastSession()
    const moving = new AcceleratedSession(session(), opening.promise, () => undefined)
    moving.close()
    opening.resolve(fast)
    await opening.promise
    expect(fast.close).toHaveBeenCalled()
  })

  it('passes a cancel on, which is no failure', async () => {
    const failed = vi.fn()
    const opening = Promise.resolve(failing(new StampaError('cancelled')))
    const plain = session()
    const moving = new AcceleratedSession(plain, opening, failed)
    await opening
    await expect(moving.run(input)).rejects.toMatchObject({ fault: { code: 'cancelled' } })
    expect(failed).not.toHaveBeenCalled()
    expect(plain.run).not.toHaveBeenCalled()
  })
})
