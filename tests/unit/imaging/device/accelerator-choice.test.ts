import { describe, expect, it } from 'vitest'
import {
  type AcceleratorQuestion,
  acceleratorFor,
  isTiled,
  speedupOf,
} from '#core/imaging/device/accelerator.ts'

const good: AcceleratorQuestion = {
  adapter: { isFallback: false, name: 'a real one' },
  suspends: true,
  facts: { ios: false, savesData: false },
  small: false,
  trial: null,
  secondsHere: 40,
}
const faster = { speedup: 4, difference: 0.0001 }

describe('where networks run', () => {
  it.each<[string, Partial<AcceleratorQuestion>, string, string]>([
    ['a real adapter that was never tried, and a long wait', {}, 'trial', 'untried'],
    ['a short wait', { secondsHere: 9 }, 'wasm', 'short'],
    ['no adapter', { adapter: null }, 'wasm', 'no-adapter'],
    [
      'a software adapter, whatever it was measured to be',
      { adapter: { isFallback: true, name: 'software' }, trial: faster },
      'wasm',
      'software',
    ],
    ['a browser in which WebAssembly cannot wait', { suspends: false }, 'wasm', 'no-suspending'],
    ['an iPhone', { facts: { ios: true, savesData: false } }, 'wasm', 'ios'],
    ['a spared device', { small: true, trial: faster }, 'wasm', 'spared'],
    [
      'a connection whose data is saved',
      { facts: { ios: false, savesData: true } },
      'wasm',
      'saves-data',
    ],
    ['four times faster', { trial: faster }, 'webgpu', 'faster'],
    ['faster, and a short wait', { trial: faster, secondsHere: 1 }, 'webgpu', 'faster'],
    ['slower', { trial: { speedup: 0.01, difference: 0 } }, 'wasm', 'slower'],
    ['hardly faster', { trial: { speedup: 1.2, difference: 0 } }, 'wasm', 'slower'],
    ['an error', { trial: { speedup: null, difference: 0 } }, 'wasm', 'failed'],
    ['another answer', { trial: { speedup: 4, difference: 2 / 255 } }, 'wasm', 'differs'],
    [
      'no number for an answer',
      { trial: { speedup: 4, difference: Number.NaN } },
      'wasm',
      'differs',
    ],
  ])('%s', (_words, changed, use, reason) => {
    expect(acceleratorFor({ ...good, ...changed })).toEqual({ use, reason })
  })

  it('tells a gain only where it is had', () => {
    expect(speedupOf({ ...good, trial: faster })).toBe(4)
    expect(speedupOf({ ...good, trial: faster, small: true })).toBe(1)
    expect(speedupOf(good)).toBe(1)
  })

  it('moves only networks that see a photo tile by tile', () => {
    expect(isTiled({ tile: { sizePx: 256, overlapPx: 10 } })).toBe(true)
    expect(isTiled({ tile: { sizePx: 192, overlapPx: 0 } })).toBe(false)
  })
})
