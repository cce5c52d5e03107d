import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import type { BillDocument } from '#core/contract/entities/partner.ts'
import { partnerBill, partnerBills } from '#core/contract/services/partner.ts'
import { unwrap } from '#core/errors.ts'
import { partnerBills as bills, partners, stock } from '#server/database/schema.ts'
import { moveOrder } from '#server/orders/move-order.ts'
import { billOf, billsOf } from '#server/partners/bills.ts'
import { issueBills, issueBillsOf } from '#server/partners/issue-bills.ts'
import { learnFact } from '#server/payments/learn-fact.ts'
import { sellByCard } from './partner-money.ts'
import { openShopOfFile } from './shop.ts'
import { newStaff, rowOf } from './staff-desk.ts'

const shop = openShopOfFile({ STAMPA_RATE_FACTOR: '1000', STAMPA_PAYMENTS: 'none' })
let token: string
beforeAll(async () => {
  await shop.context.database.update(stock).set({ available: 10_000 })
  token = await newStaff(shop, 'partner')
})

const ownPartner = async () => {
  const [partner] = await shop.context.database
    .select()
    .from(partners)
    .where(eq(partners.name, 'Huangpu Prints'))
  if (partner === undefined) throw new Error('the sample partner is there')
  return partner
}

/** How far the sample partner's clock, in Shanghai, goes ahead: there the last evening of a month here is the next. */
const AHEAD_MS = 8 * 3_600_000
/** The middle of a month, so many after the one that runs where the partner is. */
const later = (months: number): Date => {
  const at = new Date(Date.now() + AHEAD_MS)
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 15))
}
const monthOf = (at: Date) => at.toISOString().slice(0, 7)
const issueAt = async (at: Date) =>
  await issueBillsOf({ database: shop.context.database, now: () => at }, (await ownPartner()).id)
const sumOf = (lines: BillDocument['lines'], of: 'gross' | 'share') =>
  lines.reduce((sum, line) => sum + line[of].minor, 0)
/** What this real month is called where the partner is. */
const running = async () =>
  unwrap(await shop.call(partnerBills, {}, { token })).value[0]?.month ?? ''

it('a month that is over has one numbered bill, whoever issues it and however often', async () => {
  const sold = [await sellByCard(shop), await sellByCard(shop)]
  const month = await running()
  const partner = await ownPartner()
  await issueAt(new Date())
  expect(await billsOf(shop.context.database, partner, new Date())).toMatchObject([
    { number: null, state: 'open', month },
  ])
  const context = { database: shop.context.database, now: () => later(1) }
  await Promise.all([issueAt(later(1)), issueAt(later(1)), issueBills(context)])
  const [bill, ...more] = await billsOf(context.database, partner, later(1))
  expect(more).toEqual([])
  const gross = sold.reduce((sum, { minor }) => sum + minor, 0)
  expect(bill).toMatchObject({ month, state: 'issued', gross: { minor: gross } })
  expect(bill?.number).toMatch(/^[0-9A-F]{8}-0001$/)
  const document = await billOf(context.database, partner, month, later(1))
  expect(document.issuedAtMs).toBe(later(1).getTime())
  expect(document.lines.map(({ subject }) => subject).toSorted()).toEqual(
    sold.map(({ orderNumber }) => orderNumber).toSorted(),
  )
  expect(sumOf(document.lines, 'gross')).toBe(document.gross.minor)
  expect(sumOf(document.lines, 'share')).toBe(document.share.minor)
})

it('what is booked late, or gives money back, stands on the next bill; the first one stays as it was', async () => {
  const { database } = shop.context
  const partner = await ownPartner()
  const [first] = await billsOf(database, partner, later(1))
  const before = await billOf(database, partner, first?.month ?? '', later(1))
  const late = await sellByCard(shop)
  const returned = await rowOf(shop, before.lines[0]?.subject ?? '')
  await moveOrder(shop.context, returned, { event: 'cancelled-by-staff', actor: 'staff' })
  const { rows } = await database.execute<{ id: string; minor: number; currency: string }>(
    sql`select id, minor, currency from payments where order_id = ${returned.id}`,
  )
  const [payment] = rows
  if (payment === undefined) throw new Error('the order was paid')
  const { minor, currency } = payment
  await learnFact(shop.context, payment.id, { fact: 'refunded', amount: { minor, currency } })
  // Their own name and clock changed meanwhile, too.
  const moved = { name: 'Renamed Prints', timeZone: 'America/Los_Angeles' }
  await database.update(partners).set(moved).where(eq(partners.id, partner.id))
  await issueBillsOf({ database, now: () => later(2) }, partner.id)
  const renamed = { ...partner, ...moved }
  const [second, ...earlier] = await billsOf(database, renamed, later(2))
  expect(earlier).toEqual([first])
  expect(second).toMatchObject({ month: monthOf(later(1)), gross: { minor: 0 } })
  expect(second?.number).toMatch(/-0002$/)
  const correction = await billOf(database, renamed, second?.month ?? '', later(2))
  expect(correction.partner).toBe('Renamed Prints')
  const lines = correction.lines.map(({ kind, subject, gross }) => [kind, subject, gross.minor])
  expect(lines.toSorted(([one], [other]) => String(one).localeCompare(String(other)))).toEqual([
    ['refund', returned.orderNumber, -minor],
    ['sale', late.orderNumber, late.minor],
  ])
  expect(await billOf(database, renamed, before.month, later(2))).toEqual(before)
  await database.update(partners).set({ name: partner.name }).where(eq(partners.id, partner.id))
})

it('all bills together are the ledger, and a bill is shown as it was issued', async () => {
  const { database } = shop.context
  const partner = await ownPartner()
  const [entries] = (
    await database.execute<{ gross: string; share: string }>(sql`
      select sum(gross_minor)::text as gross, sum(share_minor)::text as share
      from partner_entries where partner_id = ${partner.id}`)
  ).rows
  const all = await billsOf(database, partner, later(2))
  const total = (of: 'gross' | 'share') => all.reduce((sum, bill) => sum + bill[of].minor, 0)
  expect([total('gross'), total('share')]).toEqual([Number(entries?.gross), Number(entries?.share)])
  const request = { month: all.at(-1)?.month ?? '' }
  const shown = unwrap(await shop.call(partnerBill, request, { token })).value
  expect(shown).toMatchObject({ number: all.at(-1)?.number, partner: 'Huangpu Prints' })
})

it('nobody changes a bill or takes one away, not even the server', async () => {
  const { database } = shop.context
  for (const work of [
    () => database.update(bills).set({ shareMinor: 0 }),
    () => database.delete(bills),
    () => database.execute(sql`delete from partner_bill_lines`),
    () => database.execute(sql`truncate partner_bills cascade`),
  ]) {
    await expect(work()).rejects.toMatchObject({
      cause: { message: expect.stringContaining('written once') },
    })
  }
})

it('a month without a sale has no bill', async () => {
  const { database } = shop.context
  const partner = await ownPartner()
  await issueBillsOf({ database, now: () => later(9) }, partner.id)
  expect(await billsOf(database, partner, later(9))).toHaveLength(2)
  expect(await billOf(database, partner, monthOf(later(5)), later(9))).toMatchObject({
    number: null,
    lines: [],
  })
})
