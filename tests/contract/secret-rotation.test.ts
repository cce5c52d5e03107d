import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { scan } from '#core/contract/services/machines.ts'
import { secondFactor, staffLogin } from '#core/contract/services/staff.ts'
import { unwrap } from '#core/errors.ts'
import { checkPhoneCode } from '#server/accounts/phone-codes.ts'
import { staffAccounts } from '#server/database/schema.ts'
import { checkPickup, pickupQr } from '#server/orders/pickup.ts'
import { newPhone } from './good-requests.ts'
import { newDatabase, openShop, proofOf, type Shop } from './shop.ts'
import { codeOf, newAccount, newStaff, paidOrder, printTo, STAFF_PASSWORD } from './staff-desk.ts'

const OLD = 'the secret of these tests before it was changed'
const NEW = 'the secret of these tests after it was changed'

let databaseUrl: string
let before: Shop
beforeAll(async () => {
  databaseUrl = await newDatabase()
  before = await openShop({ DATABASE_URL: databaseUrl, STAMPA_SECRET: OLD })
})
afterAll(() => before.close())

/** Another server of the database, as long as `work` runs. */
async function withServer<T>(
  secret: string,
  previous: string,
  work: (shop: Shop) => Promise<T>,
): Promise<T> {
  const shop = await openShop({
    DATABASE_URL: databaseUrl,
    STAMPA_SECRET: secret,
    STAMPA_PREVIOUS_SECRETS: previous,
  })
  try {
    return await work(shop)
  } finally {
    await shop.close()
  }
}

const signIn = async (shop: Shop, username: string) =>
  unwrap(await shop.call(staffLogin, { username, password: STAFF_PASSWORD })).value

it('what was given out under the old secret holds on under the new one', async () => {
  const { id, username } = await newAccount(before)
  const { ticket, enrolment } = await signIn(before, username)
  const factor = enrolment?.secret ?? ''
  const enrolled = await before.call(secondFactor, { ticket, code: codeOf(factor) })
  const [recovery = ''] = unwrap(enrolled).value.recoveryCodes ?? []
  const sticker = before.context.claims.forSticker('M001')
  const placed = await paidOrder(before, await newStaff(before))
  const order = await printTo(before, placed.order_number, 'production-finished')
  const qr = pickupQr(OLD, order)
  const proof = await proofOf(before, newPhone(), 'register')
  const sealedBefore = await sealedOf(before, id)

  // First every server learns the new secret, and signs with the old one.
  await withServer(OLD, NEW, async (shop) => {
    expect((await shop.call(scan, { machine_id: 'M001', claim: sticker })).ok).toBe(true)
  })
  await withServer(NEW, OLD, async (shop) => {
    const scanned = await shop.call(scan, { machine_id: 'M001', claim: sticker })
    expect(scanned.ok).toBe(true)
    expect((await checkPickup(shop.context, 'M001', qr)).id).toBe(order.id)
    await checkPhoneCode(shop.context, 'register', proof)
    expect(await sealedOf(shop, id)).not.toBe(sealedBefore)
    const again = await signIn(shop, username)
    const next = { ticket: again.ticket, code: codeOf(factor, 1) }
    expect((await shop.call(secondFactor, next)).ok).toBe(true)
    const lost = await signIn(shop, username)
    expect((await shop.call(secondFactor, { ticket: lost.ticket, code: recovery })).ok).toBe(true)
  })
  // The old one is forgotten: second factors were sealed anew, other marks of it hold no more.
  await withServer(NEW, '', async (shop) => {
    const again = await signIn(shop, username)
    const wrong = await shop.call(secondFactor, { ticket: again.ticket, code: '000000' })
    expect(wrong).toMatchObject({ ok: false, fault: { code: 'code-wrong' } })
    const scanned = await shop.call(scan, { machine_id: 'M001', claim: sticker })
    expect(scanned).toMatchObject({ ok: false, fault: { code: 'not-scanned' } })
    await expect(checkPickup(shop.context, 'M001', qr)).rejects.toThrow('pickup-code-wrong')
  })
  await expect(openShop({ DATABASE_URL: databaseUrl, STAMPA_SECRET: OLD })).rejects.toThrow(
    /sign with another secret/,
  )
})

async function sealedOf({ context }: Shop, id: string) {
  const [row] = await context.database
    .select({ sealed: staffAccounts.totpSecret })
    .from(staffAccounts)
    .where(eq(staffAccounts.id, id))
  return row?.sealed
}
