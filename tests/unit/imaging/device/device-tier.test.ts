import { describe, expect, it } from 'vitest'
import {
  type DeviceFacts,
  referenceMs,
  slownessOf,
  type TierQuestion,
  threadsFor,
  tierOf,
} from '#core/imaging/device/device-tier.ts'
import { costOf, isNetworkBound, secondsFor } from '#core/imaging/device/tool-costs.ts'
import type { ToolSettings } from '#core/imaging/tool-definition.ts'

const goodPhone: DeviceFacts = {
  memoryGb: 4,
  processors: 8,
  isolated: true,
  webgpu: false,
  savesData: false,
  ios: false,
}
const good: TierQuestion = {
  facts: goodPhone,
  figures: { kernelMs: 6, networkMs: 9 },
  crashes: 0,
  secondsHere: 4,
}
const on = (facts: Partial<DeviceFacts>) => ({ facts: { ...goodPhone, ...facts } })

describe('the tier of a tool on a device', () => {
  it.each<[string, Partial<TierQuestion>, string, string]>([
    ['a good phone', {}, 'local', 'fine'],
    ['an iPhone, which tells no memory', on({ memoryGb: null, ios: true }), 'local', 'fine'],
    ['a page without isolation', on({ isolated: false }), 'local', 'fine'],
    ['two gigabytes', on({ memoryGb: 2 }), 'local-small', 'little-memory'],
    ['half a gigabyte', on({ memoryGb: 0.5 }), 'server', 'little-memory'],
    [
      'a browser without our kernels',
      { figures: { kernelMs: null, networkMs: null } },
      'server',
      'cannot',
    ],
    ['a minute of waiting', { secondsHere: 60 }, 'server', 'slow'],
    [
      'the same where data is saved',
      { secondsHere: 60, ...on({ savesData: true }) },
      'local-small',
      'slow',
    ],
    ['a tool that crashed once', { crashes: 1 }, 'local-small', 'crashed'],
    ['a tool that crashed twice', { crashes: 2 }, 'server', 'crashed'],
    ['a crash where it takes long', { crashes: 1, secondsHere: 60 }, 'server', 'crashed'],
    ['a crash and little memory', { crashes: 2, ...on({ memoryGb: 1 }) }, 'server', 'crashed'],
  ])('%s', (_words, changed, tier, reason) => {
    expect(tierOf({ ...good, ...changed })).toEqual({ tier, reason })
  })
})

describe('threads', () => {
  it('are one on iOS, without isolation and on a device that is spared', () => {
    expect(threadsFor(goodPhone, false)).toBe(4)
    expect(threadsFor({ ...goodPhone, processors: 2 }, false)).toBe(2)
    expect(threadsFor({ ...goodPhone, ios: true }, false)).toBe(1)
    expect(threadsFor({ ...goodPhone, isolated: false }, false)).toBe(1)
    expect(threadsFor(goodPhone, true)).toBe(1)
  })
})

describe('the estimated time', () => {
  const alike = { kernels: 1, networks: 1 }

  it('is what the benchmarks took, on the machine that they were made on', () => {
    expect(secondsFor(costOf('sketch', {}), 12_000_000, alike)).toBeCloseTo(3, 0)
    expect(secondsFor(costOf('cut-out', {}), 12_000_000, alike)).toBeCloseTo(1.7, 0)
    expect(secondsFor(costOf('super-resolution', {}), 1_000_000, alike)).toBeCloseTo(4.6, 0)
  })

  it('grows with the probe’s figures, each for its part of the work', () => {
    const slow = slownessOf({ kernelMs: referenceMs.kernel * 3, networkMs: referenceMs.network })
    expect(slow).toEqual({ kernels: 3, networks: 1 })
    const cost = { fixedSeconds: 2, secondsPerMegapixel: 0, networkShare: 0.5 }
    expect(secondsFor(cost, 1, slow)).toBe(4)
    expect(slownessOf({ kernelMs: referenceMs.kernel * 3, networkMs: null }).networks).toBe(3)
  })

  it('does not grow beyond the size that tools work at', () => {
    const cost = costOf('sketch', {})
    expect(secondsFor(cost, 48_000_000, alike)).toBe(secondsFor(cost, 16_777_216, alike))
  })

  it('of a cut-out counts the network of what stands out, which no graphics processor is tried with', () => {
    const cutOut = (settings: ToolSettings) =>
      secondsFor(costOf('cut-out', settings), 1_000_000, alike)
    const people = cutOut({})
    expect(cutOut({ sought: 'things' })).toBeGreaterThan(people + 1)
    expect(cutOut({ thingsOut: '0.500 0.500' })).toBe(cutOut({ sought: 'things' }))
    expect(cutOut({ sought: 'things', subject: 'painted' })).toBe(people)
    expect(isNetworkBound('cut-out', { sought: 'things' })).toBe(false)
    expect(isNetworkBound('super-resolution', {})).toBe(true)
  })

  it('depends on what the tool is set to', () => {
    const fourTimes = secondsFor(costOf('super-resolution', { factor: 4 }), 1_000_000, alike)
    expect(fourTimes).toBeGreaterThan(secondsFor(costOf('super-resolution', {}), 1_000_000, alike))
  })
})
