import type { LocaleCode } from '#core/locales.ts'

/** Carries text messages to phones. */
export interface Messages {
  /** @throws where it could not be handed over */
  readonly send: (number: string, text: string, locale: LocaleCode) => Promise<void>
  /** Whether nobody's phone gets them, so that the page may show them. */
  readonly isSandbox: boolean
}
