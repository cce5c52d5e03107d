import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg } from 'node:os'
import { expect, it } from 'vitest'
import { type Found, isSound } from './campaign.ts'
import { victims } from './deployment.ts'
import { runCampaign } from './run-campaign.ts'

const orders = Number(process.env['CRASH_ORDERS'] ?? 10_000)
const kills = Number(process.env['CRASH_KILLS'] ?? Math.ceil(orders / 10))
const PAGE = 'docs/reliability.md'
const [BEGIN, END] = ['<!-- crash -->', '<!-- /crash -->']

it('whatever is killed, an order is printed once or its money is back', async () => {
  const found = await runCampaign({ orders, kills, shoppers: 24 })
  const { output, ...figures } = found
  console.log(JSON.stringify(figures, null, 2), isSound(found) ? '' : output.slice(-20_000))
  const page = await readFile(PAGE, 'utf8')
  const head = page.slice(0, page.indexOf(BEGIN))
  await writeFile(PAGE, `${head}${BEGIN}\n${tableOf(found)}\n${page.slice(page.indexOf(END))}`)
  expect(isSound(found)).toBe(true)
})

function tableOf({ verdict, kills: killed, mishaps, seconds, unsettled }: Found): string {
  const { lost, doubled, foreign, broken, ...figures } = verdict
  const sum = victims.reduce((all, victim) => all + killed[victim], 0)
  const messages = Object.entries(mishaps).map(([kind, times]) => `${kind}: ${times}`)
  const rows = [
    ['orders', `${figures.orders} in ${seconds} s`],
    ['kill -9', `${sum} (${victims.map((victim) => `${victim}: ${killed[victim]}`).join(', ')})`],
    ['messages lost, answered in vain, sent twice, delayed', messages.join(', ')],
    ['printed', String(figures.printed)],
    ['paid and given back', String(figures.refunded)],
    ['never paid', String(figures.neverPaid)],
    ['prints whose end staff had to look for', String(figures.unknown)],
    ['lost', String(lost.length)],
    ['doubled', String(doubled.length)],
    ['printed for another, or for nobody', String(foreign.length)],
    ['money off by', String(figures.moneyOffBy)],
    ['promises broken in the database', String(broken.length)],
    ['came to its end', unsettled === null ? 'yes' : 'no'],
    ['machine', `${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)} when it ended`],
  ]
  const lines = rows.map((row) => `| ${row.join(' | ')} |`)
  return ['', '| what | figure |', '|---|---|', ...lines, ''].join('\n')
}
