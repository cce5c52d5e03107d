import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fail, type Outcome, succeed } from '#core/errors.ts'
import { createAutosave, type SaveState } from '#src/storage/autosave.ts'

interface State {
  readonly text: string
}

/** An autosave over a device that can be full, and that takes its time when told to. */
function open() {
  const saved: string[] = []
  const states: SaveState['kind'][] = []
  const device = { full: false, gate: Promise.resolve() }
  const autosave = createAutosave<State>({
    save: async ({ text }): Promise<Outcome<void>> => {
      await device.gate
      if (device.full) return fail('storage-full')
      saved.push(text)
      return succeed(undefined)
    },
    onState: ({ kind }) => states.push(kind),
  })
  return { autosave, device, saved, states }
}

/** The page's document and window, as far as autosave listens to them. */
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', page)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('saves the latest state once nothing changes any more', async () => {
  const { autosave, saved, states } = open()
  autosave.changed({ text: 'a' })
  await vi.advanceTimersByTimeAsync(400)
  autosave.changed({ text: 'ab' })
  await vi.advanceTimersByTimeAsync(400)
  expect(saved).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  expect(saved).toEqual(['ab'])
  expect(states.at(-1)).toBe('saved')
})

it('saves in between while changes never end', async () => {
  const { autosave, saved } = open()
  for (let step = 0; step < 40; step++) {
    autosave.changed({ text: `${step}` })
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(saved.length).toBeGreaterThan(0)
  expect(saved.length).toBeLessThan(3)
})

it('tries again after a failure, and what came meanwhile is what is saved', async () => {
  const { autosave, device, saved, states } = open()
  device.full = true
  autosave.changed({ text: 'a' })
  await vi.advanceTimersByTimeAsync(600)
  expect(states.at(-1)).toBe('failed')
  device.full = false
  autosave.changed({ text: 'ab' })
  await vi.advanceTimersByTimeAsync(600)
  expect(saved).toEqual(['ab'])
  device.full = true
  autosave.changed({ text: 'abc' })
  await vi.advanceTimersByTimeAsync(600)
  device.full = false
  await vi.advanceTimersByTimeAsync(10_000)
  expect(saved).toEqual(['ab', 'abc'])
})

it('runs one save at a time, the latest last', async () => {
  const { autosave, device, saved } = open()
  let release: () => void = () => undefined
  device.gate = new Promise((resolve) => {
    release = resolve
  })
  autosave.changed({ text: 'a' })
  const flushed = autosave.flush()
  autosave.changed({ text: 'b' })
  autosave.changed({ text: 'c' })
  release()
  await flushed
  expect(saved).toEqual(['a', 'c'])
})

it('saves at once when the page is hidden or left', () => {
  const { autosave, states } = open()
  autosave.changed({ text: 'a' })
  page.visibilityState = 'hidden'
  page.dispatchEvent(new Event('visibilitychange'))
  expect(states.at(-1)).toBe('saving')
  page.visibilityState = 'visible'
  const other = open()
  other.autosave.changed({ text: 'b' })
  page.dispatchEvent(new Event('pagehide'))
  expect(other.states.at(-1)).toBe('saving')
})

it('saves what is left when it closes, and hears of nothing after that', async () => {
  const { autosave, saved } = open()
  autosave.changed({ text: 'a' })
  await autosave.close()
  expect(saved).toEqual(['a'])
  autosave.changed({ text: 'late' })
  await vi.advanceTimersByTimeAsync(20_000)
  expect(saved).toEqual(['a'])
})

it('that fails while it closes does not go on trying', async () => {
  const { autosave, device, saved } = open()
  device.full = true
  autosave.changed({ text: 'a' })
  await autosave.close()
  device.full = false
  await vi.advanceTimersByTimeAsync(60_000)
  expect(saved).toEqual([])
  expect(vi.getTimerCount()).toBe(0)
})
