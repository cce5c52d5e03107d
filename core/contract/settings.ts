import { z } from 'zod'
import { isLocaleCode, type LocaleCode } from '../locales.ts'

/** What a deployment says to the app; nothing of it is secret. */
export const settingsSchema = z.object({
  language: z.custom<LocaleCode>((code) => typeof code === 'string' && isLocaleCode(code)),
  currency: z.string(),
  phones: z.enum(['specified', 'international']),
  /** Whether a card provider is connected; without one customers pay at the station. */
  cards: z.boolean(),
  tiles: z.object({ url: z.string(), credit: z.string() }).nullable(),
})
export type Settings = z.infer<typeof settingsSchema>
