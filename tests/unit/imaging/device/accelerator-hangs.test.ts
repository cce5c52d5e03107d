import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Tensor } from '#core/imaging/tool.ts'
import { AcceleratedSession } from '#workers/imaging/accelerated-session.ts'
import { Accelerator } from '#workers/imaging/accelerator.ts'
import { gpuAdapter } from '#workers/imaging/gpu-adapter.ts'
import { OwnedWorker } from '#workers/imaging/inference/owned-worker.ts'
import { card, input, job } from './accelerated-network.ts'

const never = <T>(): Promise<T> => new Promise(() => undefined)
const plain = () => ({
  run: vi.fn(async (given: Tensor): Promise<Tensor> => given),
  release: async () => undefined,
})
const hanging = () => ({ run: vi.fn(() => never<Tensor>()), close: vi.fn() })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Settled once so much time has gone by. */
async function settledIn<T>(ms: number, work: Promise<T>): Promise<T | 'still waits'> {
  const settled = Promise.race([
    work,
    new Promise<'still waits'>((resolve) => setTimeout(() => resolve('still waits'), ms)),
  ])
  await vi.advanceTimersByTimeAsync(ms)
  return await settled
}

describe('a graphics processor that does not answer', () => {
  it('is none, after three seconds', async () => {
    vi.stubGlobal('navigator', { gpu: { requestAdapter: () => never() } })
    expect(await settledIn(2_900, gpuAdapter())).toBe('still waits')
    expect(await settledIn(3_100, gpuAdapter())).toBeNull()
  })

  it('is none where its browser refuses, and where there is none', async () => {
    const requestAdapter = async () => {
      throw new Error('blocked')
    }
    vi.stubGlobal('navigator', { gpu: { requestAdapter } })
    expect(await gpuAdapter()).toBeNull()
    vi.stubGlobal('navigator', {})
    expect(await gpuAdapter()).toBeNull()
  })

  it('is software where it names a software adapter', async () => {
    const info = { vendor: 'google', architecture: 'swiftshader', isFallbackAdapter: false }
    vi.stubGlobal('navigator', { gpu: { requestAdapter: async () => ({ info }) } })
    expect(await gpuAdapter()).toMatchObject({ isFallback: true })
  })

  it('ends its worker where a network is not open in time', async () => {
    const terminate = vi.fn()
    const worker = Object.assign(new EventTarget(), { postMessage: () => undefined, terminate })
    const owned = new OwnedWorker<object>(worker as unknown as Worker, job.signal)
    const opening = owned.open(() => never(), 30_000).catch((thrown: unknown) => thrown)
    expect(await settledIn(31_000, opening)).toMatchObject({ fault: { code: 'worker-died' } })
    expect(terminate).toHaveBeenCalled()
  })

  it('is tried once, and never again, where it hangs in the trial', async () => {
    const kept = { trial: null as { speedup: number | null; difference: number } | null }
    const fast = hanging()
    const made = new Accelerator({
      adapter: async () => ({ isFallback: false, name: 'real' }),
      trials: {
        read: async () => kept.trial,
        isEmpty: async () => kept.trial === null,
        write: async (_adapter, trial) => {
          kept.trial = trial
        },
      },
      device: () => ({ facts: { ios: false, savesData: false }, small: false, suspends: true }),
      open: async () => fast,
    })
    const speedup = made.speedup(40, async () => ({ card, session: plain() }), job)
    expect(await settledIn(21_000, speedup)).toBe(1)
    expect(kept.trial).toEqual({ speedup: null, difference: 0 })
    expect(fast.close).toHaveBeenCalled()
  })
})

describe('a tool whose graphics processor is lost while it runs', () => {
  it('gets the tile that hangs, and all that follow, from WebAssembly', async () => {
    const [here, there] = [plain(), hanging()]
    const failed = vi.fn()
    const moving = new AcceleratedSession(here, Promise.resolve(there), failed)
    await Promise.resolve()
    expect(await settledIn(21_000, moving.run(input))).toEqual(input)
    expect(failed).toHaveBeenCalledTimes(1)
    expect(there.close).toHaveBeenCalled()
    expect(await moving.run(input)).toEqual(input)
    expect(there.run).toHaveBeenCalledTimes(1)
  })

  it('gets the tile at which the device is lost from WebAssembly, without waiting', async () => {
    let lose: (thrown: unknown) => void = () => undefined
    const lost = new Promise<Tensor>((_, reject) => {
      lose = reject
    })
    const there = { run: vi.fn(() => lost), close: vi.fn() }
    const failed = vi.fn()
    const moving = new AcceleratedSession(plain(), Promise.resolve(there), failed)
    await Promise.resolve()
    const answer = moving.run(input)
    lose(new Error('the device was lost: driver restarted'))
    expect(await answer).toEqual(input)
    expect(failed).toHaveBeenCalledTimes(1)
    expect(there.close).toHaveBeenCalled()
  })
})
