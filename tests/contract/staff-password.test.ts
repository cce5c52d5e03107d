import { expect, it } from 'vitest'
import {
  auditTrail,
  changeStaffPassword,
  secondFactor,
  staffLogin,
  staffMachines,
} from '#core/contract/services/staff.ts'
import { unwrap } from '#core/errors.ts'
import { openShopOfFile } from './shop.ts'
import { codeOf, newAccount, STAFF_PASSWORD } from './staff-desk.ts'

const shop = openShopOfFile()
const PASSWORD = 'a new password of the staff'
const asked = { oldPassword: STAFF_PASSWORD, password: PASSWORD }

/** One of the staff with two sessions, and the secret of their authenticator. */
async function signedIn() {
  const { username } = await newAccount(shop)
  const request = { username, password: STAFF_PASSWORD }
  const first = unwrap(await shop.call(staffLogin, request)).value
  const secret = first.enrolment?.secret ?? ''
  const enrolled = { ticket: first.ticket, code: codeOf(secret) }
  const opened = unwrap(await shop.call(secondFactor, enrolled)).value
  const [code = '', ...recoveryCodes] = opened.recoveryCodes ?? []
  const { ticket } = unwrap(await shop.call(staffLogin, request)).value
  const { token } = unwrap(await shop.call(secondFactor, { ticket, code })).value
  return { username, token, other: opened.token, secret, recoveryCodes }
}

it('one’s own password is changed with both factors; every other session ends', async () => {
  const { username, token, other, secret } = await signedIn()
  const request = { ...asked, code: codeOf(secret, 1) }
  const { token: fresh } = unwrap(await shop.call(changeStaffPassword, request, { token })).value
  for (const ended of [token, other]) {
    expect(await shop.call(staffMachines, {}, { token: ended })).toMatchObject({
      fault: { code: 'signed-out' },
    })
  }
  unwrap(await shop.call(staffMachines, {}, { token: fresh }))
  const old = await shop.call(staffLogin, { username, password: STAFF_PASSWORD })
  expect(old).toMatchObject({ fault: { code: 'credentials-wrong' } })
  unwrap(await shop.call(staffLogin, { username, password: PASSWORD }))
  const trail = unwrap(await shop.call(auditTrail, {}, { token: fresh })).value
  expect(trail[0]).toMatchObject({ act: 'password-changed', by: username, subject: username })
})

it('a ticket of a login that was under way opens nothing after the change', async () => {
  const { username, token, recoveryCodes } = await signedIn()
  const request = { username, password: STAFF_PASSWORD }
  const { ticket } = unwrap(await shop.call(staffLogin, request)).value
  const [code = '', unused = ''] = recoveryCodes
  unwrap(await shop.call(changeStaffPassword, { ...asked, code }, { token }))
  const late = await shop.call(secondFactor, { ticket, code: unused })
  expect(late).toMatchObject({ fault: { code: 'ticket-over' } })
})

it('neither factor alone changes a password, and a code that was used does not', async () => {
  const { token, secret } = await signedIn()
  const tries = [
    { ...asked, oldPassword: 'a wrong password', code: codeOf(secret, 1) },
    { ...asked, code: '000000' },
    { ...asked, code: codeOf(secret) },
  ]
  const codes: string[] = []
  for (const request of tries) {
    const answer = await shop.call(changeStaffPassword, request, { token })
    codes.push(answer.ok ? 'ok' : answer.fault.code)
  }
  expect(codes).toEqual(['credentials-wrong', 'code-wrong', 'code-wrong'])
  unwrap(await shop.call(staffMachines, {}, { token }))
})

it('a password that is guessed first is refused: a frequent one, and the own name', async () => {
  const { username, token, secret } = await signedIn()
  for (const password of ['password123', username.toUpperCase()]) {
    const request = { ...asked, password, code: codeOf(secret, 1) }
    expect(await shop.call(changeStaffPassword, request, { token })).toMatchObject({
      fault: { code: 'fields-wrong', params: { password: 'password-common' } },
    })
  }
})

it('guesses of either factor are slowed down after ten, together with those of the login', async () => {
  const { username, token, secret } = await signedIn()
  const guess = async (request: typeof asked & { code: string }) => {
    const answer = await shop.call(changeStaffPassword, request, { token })
    return answer.ok ? 'ok' : answer.fault.code
  }
  for (let count = 0; count < 5; count++) {
    await shop.call(staffLogin, { username, password: `wrong ${count} word` })
  }
  const passwords: string[] = []
  for (let count = 0; count < 8; count++) {
    const oldPassword = `another wrong ${count}`
    passwords.push(await guess({ ...asked, oldPassword, code: codeOf(secret, 1) }))
  }
  expect(passwords.slice(0, 5)).toEqual(Array(5).fill('credentials-wrong'))
  expect(passwords.slice(6)).toEqual(['too-many-calls', 'too-many-calls'])
})

it('guesses of the code alone are slowed down too', async () => {
  const { token } = await signedIn()
  const codes: string[] = []
  for (let count = 0; count < 13; count++) {
    const answer = await shop.call(changeStaffPassword, { ...asked, code: '000000' }, { token })
    codes.push(answer.ok ? 'ok' : answer.fault.code)
  }
  expect(codes.slice(0, 10)).toEqual(Array(10).fill('code-wrong'))
  expect(codes.slice(11)).toEqual(['too-many-calls', 'too-many-calls'])
})
