import { isLocaleCode, type LocaleCode } from '#core/locales.ts'

/** Where the customer's choice is kept. */
export const LANGUAGE_KEY = 'HL_language'

/** What the language of a launch is chosen from, the strongest first. */
export interface LanguageSources {
  readonly stored: string | null
  readonly launchParameter: string | null
  /** What the machine's own setting answers, once it is known. */
  readonly machineDefault: string | null
  readonly deploymentDefault: string | null
}

/** The customer's choice, else the launch's, else the machine's, else the deployment's, else en-us. */
export function languageOf(sources: LanguageSources): LocaleCode {
  const { stored, launchParameter, machineDefault, deploymentDefault } = sources
  const wished = [stored, launchParameter, machineDefault, deploymentDefault]
  for (const code of wished) {
    const known = code?.trim().toLowerCase()
    if (known && isLocaleCode(known)) return known
  }
  return 'en-us'
}

/**
 * A parameter of the launch: a station's code carries it behind the hash, a link may carry it
 * before.
 */
export function launchParameter(href: string, name: string): string | null {
  const url = new URL(href)
  const query = url.hash.split('?')[1] ?? ''
  return new URLSearchParams(query).get(name) ?? url.searchParams.get(name)
}
