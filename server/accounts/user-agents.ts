import Bowser from 'bowser'
import type { Session } from '#core/contract/entities/account.ts'

const kinds: Readonly<Record<string, Session['kind']>> = {
  mobile: 'phone',
  tablet: 'tablet',
  desktop: 'computer',
}
const WORD_LENGTH_MAX = 40

/** What a user agent's words say of a device: enough to know one's own, too little to follow it. */
export function describeDevice(userAgent: string): Pick<Session, 'browser' | 'system' | 'kind'> {
  if (userAgent.trim() === '') return { browser: '', system: '', kind: 'unknown' }
  const { browser, os, platform } = Bowser.parse(userAgent.slice(0, 500))
  return {
    browser: (browser.name ?? '').slice(0, WORD_LENGTH_MAX),
    system: (os.name ?? '').slice(0, WORD_LENGTH_MAX),
    kind: kinds[platform.type ?? ''] ?? 'unknown',
  }
}
