import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import { beginImaging, forgetImaging, imagingJob } from '#core/contract/services/imaging.ts'
import { unwrap } from '#core/errors.ts'
import { eventually } from './eventually.ts'
import { tinyPng, upload } from './order-requests.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { callAt, newCustomer, newDatabase } from './shop.ts'

const folder = await mkdtemp(join(tmpdir(), 'stampa-killed-'))
const running: ServerProcess[] = []
afterAll(async () => {
  for (const server of running) await server.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

const start = async (databaseUrl: string): Promise<ServerProcess> => {
  const server = await startServer({ dataFolder: folder, databaseUrl })
  running.push(server)
  return server
}

/** Every file of a photo that lies anywhere below the data folder. */
const photosLeft = async (): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((each) => each.isFile() && /(files|imaging|uploads)/.test(each.parentPath))
    .map(({ name }) => name)
}

it('a photo of a server that was killed is gone after its hour, before the next one listens', async () => {
  const databaseUrl = await newDatabase()
  const database = new pg.Client({ connectionString: databaseUrl })
  const first = await start(databaseUrl)
  await database.connect()
  const token = await newCustomer(first)
  // One photo waits for a job, another is still on its way.
  await upload(first, token, tinyPng('killed'), 'image/png', 'imaging')
  await fetch(`${first.url}/v1/uploads`, {
    method: 'POST',
    headers: {
      token,
      'Tus-Resumable': '1.0.0',
      'Upload-Length': '1000',
      'Upload-Metadata': `filetype ${btoa('image/png')},sha256 ${btoa('0'.repeat(64))},purpose ${btoa('imaging')}`,
    },
  })
  expect((await photosLeft()).length).toBeGreaterThan(1)
  await first.kill('SIGKILL')
  await database.query(`update files set created_at = created_at - interval '2 hours'`)
  const second = await start(databaseUrl)
  const { rows } = await database.query('select id from files')
  expect(rows).toEqual([])
  const left = await photosLeft()
  // The upload that is under way is younger than its hour: only the stored photo is gone.
  expect(left.filter((name) => /^[0-9a-f]{64}$/.test(name))).toEqual([])
  await second.kill('SIGTERM')
  await database.end()
}, 240_000)

it('a job of a server that was killed is done by the next one, and leaves nothing', async () => {
  const databaseUrl = await newDatabase()
  const first = await start(databaseUrl)
  const token = await newCustomer(first)
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const photo = await sharp({
    create: { width: 1600, height: 1600, channels: 3, background: '#888', noise },
  })
    .jpeg()
    .toBuffer()
  const request = {
    photo: await upload(first, token, photo, 'image/jpeg', 'imaging'),
    tool: 'sketch',
    settings: {},
  } as const
  const { id } = unwrap(await callAt(first.url, beginImaging, request, { token })).value
  const look = async ({ url }: ServerProcess) =>
    unwrap(await callAt(url, imagingJob, { id }, { token })).value
  await eventually(async () => expect((await look(first)).state).toBe('running'))
  await first.kill('SIGKILL')

  const second = await start(databaseUrl)
  await eventually(async () => expect((await look(second)).state).toBe('done'), 120_000)
  expect((await look(second)).result).toMatchObject({ widthPx: 1600, heightPx: 1600 })
  unwrap(await callAt(second.url, forgetImaging, {}, { token }))
  expect((await photosLeft()).filter((name) => /^[0-9a-f]{64}$/.test(name))).toEqual([])
  await second.kill('SIGTERM')
}, 300_000)
