import { createStore } from 'jotai'
import { afterEach, expect, it, vi } from 'vitest'
import type { Font } from '#core/render/fonts.ts'
import { fontBookAtom, loadFontsAtom } from '#src/state/fonts.ts'

/** One that the page needs no face for. */
const font: Font = {
  id: 'plain',
  key: 'plain',
  title: 'Plain',
  style: 'fallback',
  fallback: true,
  licence: 'OFL-1.1',
  files: [{ file: 'plain.ttf', unicodeRange: 'U+20' }],
}

afterEach(() => vi.unstubAllGlobals())

it('the list of fonts is asked for again after a failure, and once it is here never more', async () => {
  const answers = [
    () => Promise.reject(new TypeError('offline')),
    async () => new Response('gone', { status: 503 }),
    async () => Response.json({ fonts: [font] }),
  ]
  const fetch = vi.fn(() => (answers.shift() ?? (() => Promise.reject(new Error('too often'))))())
  vi.stubGlobal('fetch', fetch)
  const store = createStore()
  for (const _ of [1, 2]) {
    expect(await store.set(loadFontsAtom)).toMatchObject({ fault: { code: 'network-failed' } })
    expect(store.get(fontBookAtom)).toBeNull()
  }
  expect(await Promise.all([store.set(loadFontsAtom), store.set(loadFontsAtom)])).toMatchObject([
    { ok: true },
    { ok: true },
  ])
  expect(store.get(fontBookAtom)?.fonts).toMatchObject([font])
  expect((await store.set(loadFontsAtom)).ok).toBe(true)
  expect(fetch).toHaveBeenCalledTimes(3)
})
