import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { newDatabase } from '../contract/shop.ts'
import { damagedFiles } from './attacks.ts'
import { attack, type Found } from './campaign.ts'
import { startTarget } from './target.ts'

const requests = Number(process.env['HOSTILE_REQUESTS'] ?? 10_000)
const seed = Number(process.env['HOSTILE_SEED'] ?? 1)
const PAGE = 'docs/reliability.md'
const [BEGIN, END] = ['<!-- hostile -->', '<!-- /hostile -->']

it('thousands of bad requests are each refused, and none by a fault', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stampa-hostile-'))
  const target = await startTarget(await newDatabase(), folder)
  const files = damagedFiles().length
  if (files === 0) console.warn('Damaged files were not there: none were uploaded.')
  const found = await attack(target, { requests, seed })
  await target.stop()
  await rm(folder, { recursive: true, force: true })
  console.log(JSON.stringify(found, null, 2), target.output().slice(0, 20_000))

  const page = await readFile(PAGE, 'utf8')
  const head = page.slice(0, page.indexOf(BEGIN))
  const tail = page.slice(page.indexOf(END))
  await writeFile(PAGE, `${head}${BEGIN}\n${tableOf(found, files)}\n${tail}`)
  expect(found.faults).toEqual([])
})

function tableOf(found: Found, files: number): string {
  const { memoryMb } = found
  const count = (table: Readonly<Record<string, number>>) =>
    Object.entries(table)
      .map(([name, times]) => `${name}: ${times}`)
      .join(', ')
  const load = loadavg()[0]?.toFixed(1)
  const rows = [
    ['requests', `${found.sent} in ${found.seconds} s, seed ${seed}, ${files} damaged files`],
    ['by kind', count(found.byKind)],
    ['by answer (business code, or HTTP status)', count(found.byAnswer)],
    ['answered by 500, or not at all', String(found.faults.length)],
    [
      'event loop held, at most and in half of the looks',
      `${found.heldMs.longest} and ${found.heldMs.median} ms`,
    ],
    ['memory before, at most, after', `${memoryMb.before}, ${memoryMb.most}, ${memoryMb.after} MB`],
    ['machine', `${availableParallelism()} cores, load ${load} when it ended`],
  ]
  return [
    '',
    '| what | figure |',
    '|---|---|',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
    '',
  ].join('\n')
}
