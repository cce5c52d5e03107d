import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { errorTable } from '#core/errors.ts'

const messages = (locale: string): Record<string, string> =>
  JSON.parse(
    readFileSync(new URL(`../../../locales/${locale}/errors.json`, import.meta.url), 'utf8'),
  )

describe.each(['en-us', 'zh-cn'])('the messages of %s', (locale) => {
  const written = messages(locale)

  it('say something for each error, and nothing else', () => {
    expect(Object.keys(written).sort()).toEqual(Object.keys(errorTable).sort())
  })

  it('interpolate exactly what the error brings', () => {
    for (const [code, { params }] of Object.entries(errorTable)) {
      const used = [...(written[code] ?? '').matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name)
      expect([code, ...used]).toEqual([code, ...params])
    }
  })
})
