/**
 * `npm run check:production`: what `deploy/Dockerfile` would put into its image is put into an empty
 * folder by the file's own commands, started by its own command as a user who may write nowhere but
 * in /tmp, on a PostgreSQL, and called. Needs `npm run build` before it. No container engine runs.
 */
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { decodeAnswer, encodeCall } from '../core/contract/exchange.ts'
import type { RequestOf, Service } from '../core/contract/service.ts'
import { deviceLogin } from '../core/contract/services/accounts.ts'
import { machineDetail } from '../core/contract/services/machines.ts'
import { runEmbeddedDatabase } from '../server/database/embedded.ts'
import { freePort } from '../server/database/free-port.ts'
import { environmentOf, type Stage, stagesOf, textsOf } from './dockerfile.ts'

const NOBODY = 65_534
const TOKEN = 'the collector of this check alone'
const stages = stagesOf(readFileSync('deploy/Dockerfile', 'utf8'))
const [packages, image] = [stageAt(-2), stageAt(-1)]
const folder = await mkdtemp(join(tmpdir(), 'stampa-production-'))
const app = join(folder, 'app')
const failures: string[] = []
const expect = (what: string, isSo: boolean): void => {
  console.log(`${isSo ? 'ok' : 'FAILED'}  ${what}`)
  if (!isSo) failures.push(what)
}

/** @throws Error where the Dockerfile has fewer stages */
function stageAt(index: number): Stage {
  const stage = stages.at(index)
  if (stage === undefined) throw new Error('the Dockerfile has other stages')
  return stage
}

/** Does what the stages that fill the image do; of a copied path only what stands behind `/app/`. */
async function fill(): Promise<void> {
  await mkdir(app)
  for (const path of textsOf(packages, 'COPY').join(' ').split(' ')) {
    if (path !== './') await cp(path, join(app, path))
  }
  for (const command of textsOf(packages, 'RUN')) {
    const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
      cwd: app,
      encoding: 'utf8',
    })
    const warnings = stderr.split('\n').filter((line) => /warn/i.test(line))
    // Of who runs this, not of the packages.
    const ours = warnings.filter((line) => !line.includes('Unknown user config'))
    expect(`${command} warns of nothing`, status === 0 && ours.length === 0)
    if (status !== 0 || ours.length > 0) console.log(stdout, stderr)
  }
  for (const text of textsOf(image, 'COPY')) {
    const [, path = ''] = /^--from=build \/app\/(\S+)/.exec(text) ?? []
    if (path !== '') await cp(path, join(app, path), { recursive: true })
  }
}

const answers = async (url: string, init: RequestInit = {}): Promise<Response | null> =>
  await fetch(url, init).catch(() => null)

async function walk(url: string): Promise<void> {
  const page = await answers(`${url}/`)
  expect('the app is served', (await page?.text())?.includes('<div id="root"') ?? false)
  expect('it says that it lives', (await answers(`${url}/healthz`))?.ok ?? false)
  const call = async <Of extends Service>(service: Of, request: RequestOf<Of>) => {
    const { path, headers, body } = encodeCall(service, request, { token: null })
    const answer = await answers(url + path, { method: 'POST', headers, body })
    return answer === null ? null : decodeAnswer(service, 200, await answer.json(), { token: null })
  }
  const device = await call(deviceLogin, { device: randomBytes(32).toString('base64url') })
  expect('a device signs in', device?.ok === true)
  const own = await call(machineDetail, { machine_id: 'P001' })
  expect('a machine that the command added is known', own?.ok === true)
  const sample = await call(machineDetail, { machine_id: 'M001' })
  expect('there are no samples', sample?.ok === false)
  const hidden = await answers(`${url}/metrics`)
  const shown = await answers(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
  expect('metrics are for the collector alone', hidden?.status === 404 && shown?.status === 200)
}

async function run(databaseUrl: string): Promise<void> {
  const port = await freePort()
  const env = {
    PATH: process.env['PATH'] ?? '',
    ...environmentOf(image),
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    STAMPA_SECRET: 'a secret of this check, long enough to be one',
    STAMPA_METRICS_TOKEN: TOKEN,
    STAMPA_LOG: 'error',
  }
  const isRoot = process.getuid?.() === 0
  const who = isRoot ? { uid: NOBODY, gid: NOBODY } : {}
  const machine = ['add-machine', '--name', 'A station', '--address', 'A street 1', '--at', '1,2']
  const prints = ['--prints', 'phone-case', '--sheet', '300x200', 'P001']
  const start = z.array(z.string()).parse(JSON.parse(textsOf(image, 'CMD')[0] ?? ''))
  const server = spawn(start[0] ?? '', start.slice(1), { cwd: app, env, ...who, stdio: 'inherit' })
  const ended = once(server, 'exit')
  const url = `http://127.0.0.1:${port}`
  try {
    let tries = 0
    while (!(await answers(`${url}/readyz`))?.ok && server.exitCode === null && tries++ < 300) {
      await pause(200)
    }
    const added = spawnSync('node', ['dist-server/staff.js', ...machine, ...prints], {
      cwd: app,
      env,
      ...who,
      encoding: 'utf8',
    })
    expect('the command for staff runs', added.status === 0)
    if (added.status !== 0) console.log(added.stdout, added.stderr)
    await walk(url)
  } finally {
    server.kill('SIGTERM')
    const [code] = await ended
    expect('SIGTERM ends it with code 0', code === 0)
  }
}

try {
  await chmod(folder, 0o755)
  await fill()
  const database = await runEmbeddedDatabase(join(folder, 'database'), (lost) => {
    throw lost
  })
  try {
    await run(database.url)
  } finally {
    await database.stop()
  }
  const size = spawnSync('du', ['-sm', app], { encoding: 'utf8' }).stdout.split('\t')[0]
  console.log(`    ${size} MB without Node`)
} finally {
  await rm(folder, { recursive: true, force: true })
}
if (failures.length > 0) process.exit(1)
process.exit(0)
