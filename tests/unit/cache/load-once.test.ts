import { describe, expect, it, vi } from 'vitest'
import { loadOnce, loadOnceEach, type WhenAbandoned } from '#core/cache/load-once.ts'
import { StampaError } from '#core/errors.ts'

/** A load that ends when the test says so, and tells when it was stopped. */
function pending() {
  let finish: (value: string) => void = () => undefined
  const stopped = vi.fn()
  const load = vi.fn((whenAbandoned: WhenAbandoned) => {
    whenAbandoned(stopped)
    return new Promise<string>((resolve) => {
      finish = resolve
    })
  })
  return { load, stopped, finish: (value: string) => finish(value) }
}

const cancelled = { fault: { code: 'cancelled' } }

describe('a value that is loaded once', () => {
  it('is loaded for the first of many that ask, and kept for all', async () => {
    const load = vi.fn(async () => 'here')
    const once = loadOnce(load)
    expect(await Promise.all([once(), once(), once()])).toEqual(['here', 'here', 'here'])
    expect(await once()).toBe('here')
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('is loaded again after the load threw, and tells every one who waited', async () => {
    const once = loadOnce(
      vi
        .fn<() => Promise<string>>()
        .mockRejectedValueOnce(new StampaError('network-failed'))
        .mockResolvedValue('here'),
    )
    const both = await Promise.allSettled([once(), once()])
    const failed = { status: 'rejected', reason: { fault: { code: 'network-failed' } } }
    expect(both).toMatchObject([failed, failed])
    expect(await once()).toBe('here')
  })

  it('is loaded again after an answer that is a failure', async () => {
    const answering = loadOnceEach(
      vi.fn(async (key: string) => key).mockResolvedValueOnce('failed'),
      { isKept: (value) => value !== 'failed' },
    )
    expect([await answering('a'), await answering('a')]).toEqual(['failed', 'a'])
  })

  it('is loaded again once it was forgotten', async () => {
    let count = 0
    const once = loadOnce(async () => ++count)
    expect(await once()).toBe(1)
    once.forget()
    expect(await once()).toBe(2)
  })

  it('answers one of two waiters who aborts at once, and goes on for the other', async () => {
    const { load, stopped, finish } = pending()
    const once = loadOnce(load)
    const impatient = new AbortController()
    const first = once(impatient.signal)
    const second = once(new AbortController().signal)
    impatient.abort()
    await expect(first).rejects.toMatchObject(cancelled)
    expect(stopped).not.toHaveBeenCalled()
    finish('here')
    expect(await second).toBe('here')
  })

  it('stops loading when all who waited have aborted, and is loaded afresh for a later one', async () => {
    const { load, stopped, finish } = pending()
    const once = loadOnce(load)
    const [one, other] = [new AbortController(), new AbortController()]
    const both = Promise.allSettled([once(one.signal), once(other.signal)])
    one.abort()
    other.abort()
    const gone = { status: 'rejected', reason: cancelled }
    expect(await both).toMatchObject([gone, gone])
    expect(stopped).toHaveBeenCalledTimes(1)
    const later = once()
    expect(load).toHaveBeenCalledTimes(2)
    finish('here')
    expect(await later).toBe('here')
  })

  it('that cannot be stopped runs to its end for whoever asks next', async () => {
    const { load, finish } = pending()
    const plain = vi.fn(() => load(() => undefined))
    const once = loadOnce(plain)
    const only = new AbortController()
    const waiting = once(only.signal)
    only.abort()
    await expect(waiting).rejects.toMatchObject(cancelled)
    finish('here')
    expect(await once()).toBe('here')
    expect(plain).toHaveBeenCalledTimes(1)
  })

  it('is not stopped by one who lets go after it has come', async () => {
    const { load, stopped, finish } = pending()
    const once = loadOnce(load)
    const late = new AbortController()
    const waiting = once(late.signal)
    finish('here')
    expect(await waiting).toBe('here')
    late.abort()
    expect(stopped).not.toHaveBeenCalled()
    expect(await once()).toBe('here')
  })

  it('does not begin for one who has aborted already', async () => {
    const { load } = pending()
    await expect(loadOnce(load)(AbortSignal.abort())).rejects.toMatchObject(cancelled)
    expect(load).not.toHaveBeenCalled()
  })
})

it('values are told apart by what of the question counts', async () => {
  const load = vi.fn(async ({ file }: { readonly file: string }) => file)
  const each = loadOnceEach(load, { keyOf: ({ file }) => file })
  const all = [{ file: 'a' }, { file: 'b' }, { file: 'a' }].map((asked) => each(asked))
  expect(await Promise.all(all)).toEqual(['a', 'b', 'a'])
  expect(load).toHaveBeenCalledTimes(2)
})
