import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { attack } from '../hostile/campaign.ts'
import { startTarget } from '../hostile/target.ts'
import { newDatabase } from './shop.ts'

/** `npm run hostile` sends thousands; this is for every day. */
it('hundreds of bad requests are each refused, and none by a fault', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stampa-hostile-'))
  const target = await startTarget(await newDatabase(), folder)
  const found = await attack(target, { requests: 600, seed: 7, withinMs: 40_000 })
  expect(found.sent).toBeGreaterThan(100)
  expect(found.faults).toEqual([])
  expect(target.output()).not.toContain('a call failed')
  await target.stop()
  await rm(folder, { recursive: true, force: true })
})
