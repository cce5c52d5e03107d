import { vi } from 'vitest'

/**
 * Waits until nothing is thrown, far longer than any machine needs: how fast one is decides no test.
 * @returns what came then
 */
export const eventually = <T>(holds: () => T | Promise<T>, timeout = 40_000): Promise<T> =>
  vi.waitFor(holds, { timeout, interval: 50 })
