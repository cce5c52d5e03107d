import { afterEach, expect, test, vi } from 'vitest'
import { patient } from '#src/shell/patient.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A window that can be told that there is a network. */
function fakeWindow(): EventTarget {
  const target = new EventTarget()
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target))
  vi.stubGlobal('removeEventListener', target.removeEventListener.bind(target))
  return target
}

test('a script that does not come is asked for again once there is a network', async () => {
  const target = fakeWindow()
  const load = vi.fn<() => Promise<string>>()
  load.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue('the part')
  const coming = patient(load)()
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1))
  await Promise.resolve()
  target.dispatchEvent(new Event('online'))
  expect(await coming).toBe('the part')
  expect(load).toHaveBeenCalledTimes(2)
})

test('a browser that never says that it is online is not waited for', async () => {
  vi.useFakeTimers()
  fakeWindow()
  const load = vi.fn<() => Promise<string>>()
  load.mockRejectedValueOnce(new Error('lost')).mockResolvedValue('the part')
  const coming = patient(load)()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await coming).toBe('the part')
})
