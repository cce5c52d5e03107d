import { expect, it } from 'vitest'
import { languageRules, launchLanguage } from '#core/launch/language-rules.ts'
import type { LaunchSession } from '#core/session/session.ts'

const all: LaunchSession = {
  login: null,
  tokenRefused: false,
  machineId: 'M001',
  storedLanguage: 'fr-fr',
  machineLanguage: { code: 'ja-ja' },
  deploymentLanguage: 'zh-cn',
}
const query = { language: 'de-de' }

it('the four sources stand in their order', () => {
  expect(languageRules.map(({ rule }) => rule)).toEqual([
    'stored-choice',
    'launch-parameter',
    'machine-default',
    'deployment-default',
  ])
})

it("the customer's stored choice is the strongest", () => {
  expect(launchLanguage(all, query)).toEqual({ rule: 'stored-choice', code: 'fr-fr' })
})

it('without a choice the launch parameter holds', () => {
  const answer = launchLanguage({ ...all, storedLanguage: null }, { language: ' DE-de ' })
  expect(answer).toEqual({ rule: 'launch-parameter', code: 'de-de' })
})

it("without both the machine's default holds", () => {
  const answer = launchLanguage({ ...all, storedLanguage: null }, {})
  expect(answer).toEqual({ rule: 'machine-default', code: 'ja-ja' })
})

it("a lookup of the machine's default that failed means en-us, whatever the deployment says", () => {
  const failed = { ...all, storedLanguage: null, machineLanguage: 'failed' } as const
  expect(launchLanguage(failed, {})).toEqual({ rule: 'machine-default', code: 'en-us' })
})

it.each(['en-us', 'zh-cn'] as const)('at last the deployment default %s holds', (code) => {
  const bare = { ...all, storedLanguage: null, machineLanguage: null, deploymentLanguage: code }
  expect(launchLanguage(bare, {})).toEqual({ rule: 'deployment-default', code })
})

it('what is no locale code is passed over', () => {
  const odd = { ...all, storedLanguage: 'klingon', machineLanguage: { code: '' } }
  expect(launchLanguage(odd, { language: 'toString' })).toEqual({
    rule: 'deployment-default',
    code: 'zh-cn',
  })
})
