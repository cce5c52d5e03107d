import { describe, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'

describe('the settings', () => {
  it('have defaults for everything', () => {
    expect(readConfig({})).toMatchObject({ language: 'en-us', databaseUrl: null, samples: true })
    expect(readConfig({ STAMPA_LANGUAGE: 'zh-cn' }).language).toBe('zh-cn')
  })

  it('that are wrong are all named at once', () => {
    const wrong = {
      PORT: 'eighty',
      DATABASE_URL: 'mysql://here',
      STAMPA_LANGUAGE: 'klingon',
      STAMPA_CURRENCY: 'gold',
      STAMPA_SECRET: 'short',
      STAMPA_TILES: 'https://tiles.example',
      STAMPA_PHONES: 'any',
      STAMPA_MESSAGES_URL: 'ftp://gateway.example',
    }
    expect(() => readConfig(wrong)).toThrow(
      new RegExp(
        Object.keys(wrong)
          .map((name) => `(?=[^]*${name})`)
          .join(''),
      ),
    )
    expect(() => readConfig({ STAMPA_S3_BUCKET: 'prints' })).toThrow('STAMPA_S3_KEY')
  })
})
