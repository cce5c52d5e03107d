import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright/test'
import type { Login } from '#core/contract/entities/account.ts'
import { decodeAnswer, encodeCall } from '#core/contract/exchange.ts'
import type { AnswerOf, RequestOf, Service } from '#core/contract/service.ts'
import { deviceLogin } from '#core/contract/services/accounts.ts'
import { unwrap } from '#core/errors.ts'
import { createClaims } from '#server/stations/claims.ts'
import { appUrl, SECRET } from '../server-under-test.ts'

const claims = createClaims(SECRET)

/** What the code on a station opens. */
export const codeOf = (machineId = 'M001', language = 'en-us'): string =>
  `/#/?machine_id=${machineId}&language=${language}&claim=${claims.forSticker(machineId)}`

/** Calls a service past the page, as our client does. */
export async function callService<Of extends Service>(
  service: Of,
  request: RequestOf<Of>,
  token: string | null = null,
): Promise<AnswerOf<Of>> {
  const { path, headers, body } = encodeCall(service, request, { token })
  const response = await fetch(appUrl + path, { method: 'POST', headers, body })
  return unwrap(decodeAnswer(service, response.status, await response.json(), { token })).value
}

/** A new customer's login, by automatic login. */
export const newLogin = (): Promise<Login> =>
  callService(deviceLogin, { device: randomBytes(32).toString('base64url') })

let shared: Promise<Login> | undefined

/**
 * Signs the page's customer in at a station that was scanned, before anything is opened.
 * @param login one of this run's, unless a test needs its own
 */
export async function standAtStation(page: Page, login?: Login, machineId = 'M001'): Promise<void> {
  shared ??= newLogin()
  const own = login ?? (await shared)
  const claim = {
    machineId,
    claim: claims.forSession(machineId),
    validUntilMs: Date.now() + 3_600_000,
  }
  await page.addInitScript(
    (kept) => {
      if (localStorage.getItem('HL_bindWx') !== null) return
      localStorage.setItem('HL_bindWx', JSON.stringify({ ...kept.own, storedAtMs: Date.now() }))
      localStorage.setItem('HL_machine', kept.machineId)
      sessionStorage.setItem('HL_claim', JSON.stringify(kept.claim))
    },
    { own, machineId, claim },
  )
}

export const addresses = {
  mall: '/#/pages/index/mall',
  customise: '/#/pages/index/index',
  size: '/#/pages/mall/size',
} as const
