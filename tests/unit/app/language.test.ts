import { describe, expect, it } from 'vitest'
import { languageOf, launchParameter } from '#src/app/i18n/language.ts'

const silent = {
  stored: null,
  launchParameter: null,
  machineDefault: null,
  deploymentDefault: null,
}

describe('the language of a launch', () => {
  it("is the customer's stored choice before all else", () => {
    const language = languageOf({
      stored: 'ar-ar',
      launchParameter: 'it-it',
      machineDefault: 'de-de',
      deploymentDefault: 'zh-cn',
    })
    expect(language).toBe('ar-ar')
  })

  it('is the launch parameter where nothing is stored', () => {
    expect(languageOf({ ...silent, launchParameter: 'IT-it', machineDefault: 'de-de' })).toBe(
      'it-it',
    )
  })

  it("is the machine's default where the launch says nothing", () => {
    expect(languageOf({ ...silent, machineDefault: 'de-de', deploymentDefault: 'zh-cn' })).toBe(
      'de-de',
    )
  })

  it.each(['en-us', 'zh-cn'] as const)('is the default of a deployment in %s', (code) => {
    expect(languageOf({ ...silent, deploymentDefault: code })).toBe(code)
  })

  it('passes over codes that nobody knows, down to en-us', () => {
    expect(languageOf({ ...silent, stored: 'xx-xx', launchParameter: 'hu' })).toBe('en-us')
    expect(languageOf({ ...silent, stored: 'xx-xx', launchParameter: 'hun-hun' })).toBe('hun-hun')
  })
})

describe('a launch parameter', () => {
  it('is read behind the hash, as on the code of a station', () => {
    expect(launchParameter('https://s.test/#/?machine_id=M001&language=ar-ar', 'language')).toBe(
      'ar-ar',
    )
  })

  it('is also read before the hash', () => {
    expect(launchParameter('https://s.test/?language=zh-cn#/pages/index/mall', 'language')).toBe(
      'zh-cn',
    )
  })

  it('is null where the address has none', () => {
    expect(launchParameter('https://s.test/#/', 'language')).toBeNull()
  })
})
