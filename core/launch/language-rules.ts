import { isLocaleCode, type LocaleCode } from '../locales.ts'
import type { LaunchSession } from '../session/session.ts'
import type { Query } from './address.ts'

/** What a lookup of the machine's language that failed stands for (specification, point 8). */
const LANGUAGE_WHERE_LOOKUP_FAILS: LocaleCode = 'en-us'

interface LanguageRule {
  readonly rule: 'stored-choice' | 'launch-parameter' | 'machine-default' | 'deployment-default'
  readonly request: (session: LaunchSession, query: Query) => string | null
}

/** Where the language comes from (decisions, "Locales"), the strongest first. */
export const languageRules: readonly LanguageRule[] = [
  { rule: 'stored-choice', request: ({ storedLanguage }) => storedLanguage },
  { rule: 'launch-parameter', request: (_, query) => query['language'] ?? null },
  {
    rule: 'machine-default',
    request: ({ machineLanguage }) =>
      machineLanguage === 'failed' ? LANGUAGE_WHERE_LOOKUP_FAILS : (machineLanguage?.code ?? null),
  },
  { rule: 'deployment-default', request: ({ deploymentLanguage }) => deploymentLanguage },
]

export interface LaunchLanguage {
  readonly rule: LanguageRule['rule']
  readonly code: LocaleCode
}

/** The language of a launch and the rule that gave it; a request that is no locale code is passed over. */
export function launchLanguage(session: LaunchSession, query: Query): LaunchLanguage {
  for (const { rule, request } of languageRules) {
    const code = request(session, query)?.trim().toLowerCase() ?? ''
    if (isLocaleCode(code)) return { rule, code }
  }
  return { rule: 'deployment-default', code: session.deploymentLanguage }
}
