import { expect, it } from 'vitest'
import {
  auditTrail,
  endOtherStaffSessions,
  endStaffSession,
  staffSessions,
} from '#core/contract/services/staff.ts'
import { unwrap } from '#core/errors.ts'
import { issueStaffToken } from '#server/staff/tokens.ts'
import { openShopOfFile } from './shop.ts'
import { newAccount, newStaff } from './staff-desk.ts'

const shop = openShopOfFile()
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

/** An account that is signed in at several places. */
async function signedIn(role: 'staff' | 'partner' | 'operator', places: number) {
  const { id } = await newAccount(shop, role)
  const tokens: string[] = []
  for (let place = 0; place < places; place++) {
    const at = new Date(Date.now() + place)
    tokens.push((await issueStaffToken(shop.context.database, id, at, PHONE)).token)
  }
  return tokens
}
const listOf = async (token = '') => unwrap(await shop.call(staffSessions, {}, { token })).value

it.each(['staff', 'partner', 'operator'] as const)(
  'one of role %s sees where they are signed in, and nobody else’s',
  async (role) => {
    await newStaff(shop, role)
    const [first, second] = await signedIn(role, 2)
    const sessions = await listOf(second)
    expect(sessions.map(({ current }) => current)).toEqual([true, false])
    expect(sessions[0]).toMatchObject({ browser: 'Safari', system: 'iOS', kind: 'phone' })
    expect(await listOf(first)).toHaveLength(2)
    expect(JSON.stringify(sessions)).not.toContain(second)
  },
)

it('a session is ended from another, at once; a stranger’s is unknown', async () => {
  const [lost, own] = await signedIn('staff', 2)
  const other = (await listOf(own)).find(({ current }) => !current)?.id ?? ''
  const stranger = await newStaff(shop)
  expect(await shop.call(endStaffSession, { id: other }, { token: stranger })).toMatchObject({
    fault: { code: 'session-unknown' },
  })
  unwrap(await shop.call(endStaffSession, { id: other }, { token: own ?? '' }))
  expect(await shop.call(staffSessions, {}, { token: lost ?? '' })).toMatchObject({ ok: false })
  expect(await listOf(own)).toHaveLength(1)
  const trail = unwrap(await shop.call(auditTrail, {}, { token: own ?? '' })).value
  expect(trail[0]).toMatchObject({ act: 'session-ended', after: { count: 1 } })
})

it('all others are ended at once, and this one goes on', async () => {
  const tokens = await signedIn('partner', 4)
  const own = tokens[1] ?? ''
  unwrap(await shop.call(endOtherStaffSessions, {}, { token: own }))
  expect(await listOf(own)).toMatchObject([{ current: true }])
  for (const token of tokens) {
    const asked = await shop.call(staffSessions, {}, { token })
    expect(asked.ok).toBe(token === own)
  }
})
