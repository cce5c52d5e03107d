import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { csvOf } from '#core/commerce/partners/csv.ts'
import {
  decideWithdrawal,
  partnerBill,
  partnerBillCsv,
  partnerBills,
  partnerSales,
  partnerStatement,
  partnerStatementCsv,
  partnerWithdrawals,
  requestWithdrawal,
} from '#core/contract/services/partner.ts'
import { cancelForCustomer, handBack } from '#core/contract/services/staff-orders.ts'
import { unwrap } from '#core/errors.ts'
import { ledgerEntries, machines, orders, partners, stock } from '#server/database/schema.ts'
import { sellByCard } from './partner-money.ts'
import { untilStates } from './paying.ts'
import { openShopOfFile } from './shop.ts'
import { newPartner, newStaff, paidOrder, printTo } from './staff-desk.ts'

const shop = openShopOfFile({ STAMPA_RATE_FACTOR: '1000' })
let token: string
beforeAll(async () => {
  await shop.context.database.update(stock).set({ available: 10_000 })
  token = await newStaff(shop, 'partner')
})

/** Where the sample partner is. */
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(new Date())
const month = today.slice(0, 7)
const ask = async () => unwrap(await shop.call(partnerStatement, { month }, { token })).value

it('a statement adds up: what is owed is what was sold less the share, line by line', async () => {
  const sold = [await sellByCard(shop), await sellByCard(shop)]
  const { opening, lines, closing } = await ask()
  const gross = sold.reduce((sum, { minor }) => sum + minor, 0)
  const share = sold.reduce((sum, { minor }) => sum + Math.round(minor * 0.15), 0)
  expect(closing.minor).toBe(opening.minor + gross - share)
  let balance = opening.minor
  for (const line of lines) {
    balance += line.amount.minor
    expect(line.balance.minor).toBe(balance)
  }
  const range = { from: `${month}-01`, to: today }
  for (const by of ['day', 'machine', 'product'] as const) {
    const rows = unwrap(await shop.call(partnerSales, { ...range, by }, { token })).value
    expect(rows.reduce((sum, row) => sum + row.net.minor, 0)).toBe(closing.minor)
  }
  const [bill] = unwrap(await shop.call(partnerBills, {}, { token })).value
  expect(bill).toMatchObject({ month, share: { minor: share }, state: 'open' })
})

it('withdrawals at once never take more than is owed, and one that is sent twice counts once', async () => {
  await sellByCard(shop)
  const { available } = unwrap(await shop.call(partnerWithdrawals, {}, { token })).value
  const most = Math.floor(available.minor / 2)
  const answers = await Promise.all(
    Array.from({ length: 6 }, () =>
      shop.call(requestWithdrawal, { minor: most, idempotencyKey: randomUUID() }, { token }),
    ),
  )
  expect(answers.filter(({ ok }) => ok)).toHaveLength(2)
  const left = unwrap(await shop.call(partnerWithdrawals, {}, { token })).value.available.minor
  expect(left).toBe(available.minor - 2 * most)
  await sellByCard(shop)
  const request = { minor: 100, idempotencyKey: randomUUID() }
  const [one, other] = [
    unwrap(await shop.call(requestWithdrawal, request, { token })).value,
    unwrap(await shop.call(requestWithdrawal, request, { token })).value,
  ]
  expect(one.id).toBe(other.id)
})

it('the statement as CSV opens as a table, and none of its text as a formula', async () => {
  const { text } = unwrap(await shop.call(partnerStatementCsv, { month }, { token })).value
  const { lines, closing } = await ask()
  expect(text.startsWith('\ufeff')).toBe(true)
  const rows = text.slice(1).trimEnd().split('\r\n')
  expect(rows).toHaveLength(lines.length + 3)
  expect(rows.at(-1)).toContain(`,${closing.minor},`)
  expect(csvOf([['=1+1', 'a "b", c', -5]])).toBe('\ufeff\'=1+1,"a ""b"", c",-5\r\n')
})

it('cash lies with the partner: its sale takes the share off, its refund gives it back', async () => {
  const staff = await newStaff(shop)
  const before = await ask()
  const { order_number, total } = await paidOrder(shop, staff)
  await printTo(shop, order_number, 'production-finished')
  await untilStates(shop, order_number, ['captured'])
  const share = Math.round(total.minor * 0.15)
  const sold = await ask()
  expect(sold.closing.minor).toBe(before.closing.minor - share)
  expect(sold.lines.at(-1)).toMatchObject({
    kind: 'sale-cash',
    subject: order_number,
    gross: total,
    amount: { minor: -share },
  })
  const reason = 'a smeared print'
  const act = () => ({ order_number, idempotencyKey: randomUUID() })
  unwrap(await shop.call(cancelForCustomer, { ...act(), reason }, { token: staff }))
  const back = { ...act(), expectedMinor: total.minor }
  unwrap(await shop.call(handBack, back, { token: staff }))
  const refunded = await ask()
  expect(refunded.closing).toEqual(before.closing)
  expect(refunded.lines.at(-1)).toMatchObject({
    kind: 'refund-cash',
    subject: order_number,
    amount: { minor: share },
  })
})

it('a withdrawal that is refused comes back into the account, with a line of its own', async () => {
  await sellByCard(shop)
  const before = await ask()
  const asked = { minor: 300, idempotencyKey: randomUUID() }
  const { id } = unwrap(await shop.call(requestWithdrawal, asked, { token })).value
  expect((await ask()).closing.minor).toBe(before.closing.minor - 300)
  const decision = { id, decision: 'refuse', reason: 'the bank account is closed' } as const
  const operator = await newStaff(shop, 'operator')
  const request = { ...decision, idempotencyKey: randomUUID() }
  unwrap(await shop.call(decideWithdrawal, request, { token: operator }))
  const after = await ask()
  expect(after.closing).toEqual(before.closing)
  expect(after.lines.slice(-2).map(({ kind, amount }) => [kind, amount.minor])).toEqual([
    ['withdrawal', -300],
    ['withdrawal-refused', 300],
  ])
})

const sumOf = (amounts: readonly { readonly minor: number }[]): number =>
  amounts.reduce((sum, { minor }) => sum + minor, 0)

/** What the books have delivered for the partner's machines, less what was given back. */
async function deliveredByLedger(): Promise<number> {
  const { rows } = await shop.context.database.execute<{ minor: string }>(sql`
    select coalesce(sum(case when to_account = 'delivered' then l.minor
      when from_account = 'delivered' then -l.minor else 0 end), 0)::text as minor
    from ${ledgerEntries} l join ${orders} o on o.id = l.order_id
    join ${machines} m on m.id = o.machine_id
    join ${partners} p on p.id = m.partner_id where p.name = 'Huangpu Prints'`)
  return Number(rows[0]?.minor)
}

it('bill, statement and ledger add up to the same, to the minor unit', async () => {
  await sellByCard(shop)
  const statement = await ask()
  const bill = unwrap(await shop.call(partnerBill, { month }, { token })).value
  const sales = statement.lines.filter(({ kind }) => !kind.startsWith('withdrawal'))
  expect(sales).toMatchObject(bill.lines)
  expect(bill.gross.minor).toBe(sumOf(bill.lines.map(({ gross }) => gross)))
  expect(bill.share.minor).toBe(sumOf(bill.lines.map(({ share }) => share)))
  expect(bill.gross.minor).toBe(await deliveredByLedger())
  const [{ number, gross, share } = bill] = unwrap(
    await shop.call(partnerBills, {}, { token }),
  ).value
  expect({ number, gross, share }).toEqual({
    number: bill.number,
    gross: bill.gross,
    share: bill.share,
  })
  const { opening, closing, lines } = statement
  expect(closing.minor).toBe(opening.minor + sumOf(lines.map(({ amount }) => amount)))
  const cash = sales.filter(({ kind }) => kind.endsWith('cash'))
  const paidOut = lines.filter(({ kind }) => kind.startsWith('withdrawal'))
  // What is owed: sales less the share, less the cash that lies with the partner, less what was paid out.
  expect(closing.minor).toBe(
    opening.minor +
      bill.gross.minor -
      bill.share.minor -
      sumOf(cash.map(({ gross: taken }) => taken)) +
      sumOf(paidOut.map(({ amount }) => amount)),
  )
})

it('a bill as CSV has a row for each line and one for their sums', async () => {
  const bill = unwrap(await shop.call(partnerBill, { month }, { token })).value
  const { fileName, text } = unwrap(await shop.call(partnerBillCsv, { month }, { token })).value
  expect(fileName).toBe(`bill-${month}.csv`)
  const rows = text.slice(1).trimEnd().split('\r\n')
  expect(rows).toHaveLength(bill.lines.length + 2)
  const { gross, share } = bill
  expect(rows.at(-1)).toBe(
    `,${month},total (open),,,${gross.minor},${share.minor},${gross.currency}`,
  )
})

it('another partner’s bill of the same month has none of these lines', async () => {
  const other = await newStaff(shop, 'partner', { partnerId: await newPartner(shop) })
  const bill = unwrap(await shop.call(partnerBill, { month }, { token: other })).value
  expect(bill).toMatchObject({ lines: [], gross: { minor: 0 }, share: { minor: 0 } })
})
