import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Heartbeat } from '#core/contract/station/protocol.ts'
import { createScreenState } from '#station/screen/screen-state.ts'

const heartbeatWith = (claim: string, language = 'en-us'): Heartbeat => ({
  machine: {
    id: 'M001',
    name: 'Harbour',
    language,
    state: 'ready',
    sheet: { widthMm: 210, heightMm: 297 },
  },
  claim,
  waiting: [7],
  ready: [],
})

async function openState(readable: readonly string[] = ['en-us', 'zh-cn']) {
  const logged: string[] = []
  const spoken: string[] = []
  const screen = await createScreenState({
    shop: 'https://shop.example',
    machine: 'M001',
    readWords: async (language) => {
      if (!readable.includes(language)) throw new Error(`${language} is not there`)
      return { lang: language, dir: 'ltr', words: {}, refusals: {} }
    },
    onWords: ({ lang }) => spoken.push(lang),
    log: (text) => logged.push(text),
  })
  let changes = 0
  screen.onChange(() => changes++)
  return { ...screen, logged, spoken, changes: () => changes }
}

describe("a station's screen", () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('shows the same code for most of a minute, then a fresh one', async () => {
    const { state, news } = await openState()
    news.server(heartbeatWith('first'))
    vi.advanceTimersByTime(50_000)
    news.server(heartbeatWith('second'))
    expect(state().code).toBe('https://shop.example/#/?machine_id=M001&claim=first')
    vi.advanceTimersByTime(6_000)
    news.server(heartbeatWith('third'))
    expect(state().code).toBe('https://shop.example/#/?machine_id=M001&claim=third')
  })

  it('keeps what it knows while the server is away, and says that it is', async () => {
    const { state, news } = await openState()
    news.server(heartbeatWith('first'))
    news.server(null)
    expect(state()).toMatchObject({ isOnline: false, waiting: [7] })
  })

  it('tells nobody when nothing is another', async () => {
    const { news, changes } = await openState()
    news.server(heartbeatWith('first'))
    news.server(heartbeatWith('second'))
    expect(changes()).toBe(1)
  })

  it("speaks the machine's language once it is told which", async () => {
    const { state, news, spoken } = await openState()
    news.server(heartbeatWith('first', 'zh-cn'))
    await vi.advanceTimersByTimeAsync(0)
    expect(state().words.lang).toBe('zh-cn')
    expect(spoken).toEqual(['zh-cn'])
  })

  it('stays in its language, and says so in the log, where the words of another are missing', async () => {
    const { state, news, logged } = await openState()
    news.server(heartbeatWith('first', 'xx'))
    await vi.advanceTimersByTimeAsync(0)
    expect(state().words.lang).toBe('en-us')
    expect(logged).toEqual([expect.stringContaining('xx is not there')])
  })
})
