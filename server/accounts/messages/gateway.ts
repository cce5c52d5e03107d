import type { LocaleCode } from '#core/locales.ts'
import type { MessageRoute } from '../../config.ts'
import type { Messages } from './messages.ts'

const TIMEOUT_MS = 10_000

/** Messages by the deployment's own gateway: one POST of `{ to, text, locale }` each. */
export const gatewayMessages = ({
  url,
  key,
}: Extract<MessageRoute, { kind: 'gateway' }>): Messages => ({
  isSandbox: false,
  send: async (to: string, text: string, locale: LocaleCode) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(key !== null && { Authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({ to, text, locale }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`the message gateway answered HTTP ${response.status}`)
  },
})
