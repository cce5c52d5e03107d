import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openPortraitModels } from '#workers/imaging/inference/portrait-models.ts'

/** A worker that never answers by itself. */
class SilentWorker extends EventTarget {
  static last: SilentWorker
  ended = false

  constructor() {
    super()
    SilentWorker.last = this
  }

  postMessage(): void {}

  terminate(): void {
    this.ended = true
  }

  /** What a browser says of a script that does not come, and of one that throws at its start. */
  fail(): void {
    this.dispatchEvent(Object.assign(new Event('error'), { message: 'no script' }))
  }
}

const open = (signal = new AbortController().signal) => {
  const file = () => new ArrayBuffer(8)
  const files = { wasm: file(), faceFinder: file(), personSegmenter: file() }
  return openPortraitModels(files, signal)
}

describe('the portrait networks', () => {
  beforeEach(() => vi.stubGlobal('Worker', SilentWorker))
  afterEach(() => vi.unstubAllGlobals())

  it('says so when its worker does not come, and leaves none behind', async () => {
    const opening = open()
    SilentWorker.last.fail()
    await expect(opening).rejects.toMatchObject({
      fault: { code: 'script-failed', cause: 'no script' },
    })
    expect(SilentWorker.last.ended).toBe(true)
  })

  it('is cancelled while it opens, at once, and leaves no worker behind', async () => {
    const cancelling = new AbortController()
    const opening = open(cancelling.signal)
    cancelling.abort()
    await expect(opening).rejects.toMatchObject({ fault: { code: 'cancelled' } })
    expect(SilentWorker.last.ended).toBe(true)
  })
})
