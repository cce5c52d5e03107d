import { z } from 'zod'
import { type Blanks, brokenPromises } from '../contract/invariants.ts'
import type { Deployment } from './deployment.ts'

/** What became of everything, by the books of the bank and the records of the printers. */
export interface Verdict {
  readonly orders: number
  readonly printed: number
  readonly refunded: number
  readonly neverPaid: number
  /** Acknowledged to their customer and not there, or paid and neither printed nor given back. */
  readonly lost: readonly string[]
  readonly doubled: readonly string[]
  /** Sheets with another file than was ordered, or of no order. */
  readonly foreign: readonly string[]
  /** Prints whose end nobody knew, and staff decided. */
  readonly unknown: number
  /** What the bank took less what the books say, and what they say less what is owed. */
  readonly moneyOffBy: number
  readonly broken: readonly string[]
}

const row = z.object({
  number: z.string(),
  job: z.uuid().nullable(),
  status: z.coerce.number(),
  stage: z.string(),
  total: z.coerce.number(),
  sha256: z.string(),
  /** Taken, and held, by the bank's own books; delivered by the shop's. */
  taken: z.coerce.number(),
  kept: z.coerce.number(),
  was: z.coerce.number(),
  delivered: z.coerce.number(),
})

const everything = `select order_number as number, print_jobs.id as job, status, stage,
    quote -> 'total' ->> 'minor' as total, files.sha256, bank.taken, bank.kept, bank.was,
    books.delivered
  from orders join files on files.id = print_file
  left join print_jobs on print_jobs.order_id = orders.id
  left join lateral (select
      coalesce(sum(minor) filter (where state = 'captured'), 0) as taken,
      coalesce(sum(minor) filter (where state = 'authorised'), 0) as kept,
      coalesce(sum(minor) filter (where state in ('authorised', 'captured', 'voided', 'refunded')), 0)
        as was
    from sandbox_payments where sandbox_payments.order_number = orders.order_number) bank on true
  left join lateral (select coalesce(sum(case when to_account = 'delivered' then minor
      when from_account = 'delivered' then -minor else 0 end), 0) as delivered
    from ledger_entries where order_id = orders.id) books on true`

const printedStages = ['production-finished', 'discharging', 'pickup-complete']

export async function judge(
  deployment: Deployment,
  acknowledged: ReadonlySet<string>,
  begun: readonly Blanks[],
): Promise<Verdict> {
  const sheets = await deployment.sheets()
  return await deployment.asking(async ({ pool }) => {
    const rows = z.array(row).parse((await pool.query(everything)).rows)
    const broken = await brokenPromises(pool, begun, true)
    const lostPrints = await pool.query(
      `select count(*)::int as count from order_events where event = 'print-lost'`,
    )
    const lost: string[] = []
    const doubled: string[] = []
    const foreign: string[] = []
    let moneyOffBy = 0
    const numbers = new Set(rows.map(({ number }) => number))
    for (const number of acknowledged) if (!numbers.has(number)) lost.push(`${number} is not there`)
    const ofJob = new Map<string, (typeof sheets)[number][]>()
    for (const sheet of sheets) {
      const job = /^stampa-(.{36})-\d+$/.exec(sheet.name)?.[1] ?? sheet.name
      ofJob.set(job, [...(ofJob.get(job) ?? []), sheet])
    }
    for (const { number, job, stage, total, sha256, taken, kept, delivered } of rows) {
      const out = job === null ? [] : (ofJob.get(job) ?? [])
      if (job !== null) ofJob.delete(job)
      const isPrinted = printedStages.includes(stage)
      const owed = isPrinted ? total : 0
      moneyOffBy += Math.abs(taken - owed) + kept + Math.abs(delivered - taken)
      if (out.length > 1) doubled.push(`${number}: ${out.length} sheets`)
      if (isPrinted && out.length === 0) lost.push(`${number} is ${stage}, and no sheet came out`)
      if (!isPrinted && taken + kept > 0) lost.push(`${number} is ${stage}, and was paid`)
      if (!isPrinted && out.length > 0) foreign.push(`${number} is ${stage}, and came out`)
      if (out.some((sheet) => sheet.sha256 !== sha256)) foreign.push(`${number}: another file`)
    }
    for (const name of ofJob.keys()) foreign.push(`${name} is of no order`)
    return {
      orders: rows.length,
      printed: rows.filter(({ stage }) => printedStages.includes(stage)).length,
      refunded: rows.filter(({ was, taken }) => was > 0 && taken === 0).length,
      neverPaid: rows.filter(({ was }) => was === 0).length,
      lost,
      doubled,
      foreign,
      unknown: Number(lostPrints.rows[0]?.count ?? 0),
      moneyOffBy,
      broken,
    }
  })
}
