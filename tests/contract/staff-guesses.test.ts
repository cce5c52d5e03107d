import { expect, it } from 'vitest'
import { secondFactor, staffLogin } from '#core/contract/services/staff.ts'
import { unwrap } from '#core/errors.ts'
import { openShopOfFile } from './shop.ts'
import { newAccount, STAFF_PASSWORD } from './staff-desk.ts'

const shop = openShopOfFile()

it('guessing a password of the staff is slowed down after ten', async () => {
  const { username } = await newAccount(shop)
  const codes: string[] = []
  for (let count = 0; count < 13; count++) {
    const answer = await shop.call(staffLogin, { username, password: `wrong ${count} word` })
    codes.push(answer.ok ? 'ok' : answer.fault.code)
  }
  expect(codes.slice(0, 10)).toEqual(Array(10).fill('credentials-wrong'))
  expect(codes.slice(11)).toEqual(['too-many-calls', 'too-many-calls'])
})

it('guessing codes is slowed down by account, whatever ticket they come with', async () => {
  const { username } = await newAccount(shop)
  const codes: string[] = []
  for (let login = 0; login < 4; login++) {
    const request = { username, password: STAFF_PASSWORD }
    const { ticket } = unwrap(await shop.call(staffLogin, request)).value
    for (let count = 0; count < 4; count++) {
      const answer = await shop.call(secondFactor, { ticket, code: '000000' })
      codes.push(answer.ok ? 'ok' : answer.fault.code)
    }
  }
  expect(codes.slice(0, 10)).toEqual(Array(10).fill('code-wrong'))
  expect(codes.filter((code) => code === 'too-many-calls').length).toBeGreaterThan(3)
})
