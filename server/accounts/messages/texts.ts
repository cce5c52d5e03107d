import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { CodePurpose } from '#core/contract/entities/account.ts'
import type { LocaleCode } from '#core/locales.ts'

const textsSchema = z.object({
  register: z.string(),
  bind: z.string(),
  reset: z.string(),
  taken: z.string(),
  unknown: z.string(),
})
/** Built, the words lie beside this script. */
const LOCALES = new URL(
  import.meta.url.endsWith('.js') ? './locales/' : '../../../locales/',
  import.meta.url,
)
export type MessageKind = CodePurpose | 'taken' | 'unknown'

/** What a message says, in the customer's language. */
export async function messageText(
  kind: MessageKind,
  locale: LocaleCode,
  holes: Readonly<Record<'code' | 'minutes', string>>,
): Promise<string> {
  const path = new URL(`${locale}/messages.json`, LOCALES)
  const texts = textsSchema.parse(JSON.parse(await readFile(path, 'utf8')))
  return texts[kind].replace(
    /\{\{(code|minutes)\}\}/g,
    (_, hole: 'code' | 'minutes') => holes[hole],
  )
}
