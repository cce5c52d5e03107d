import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { bundleForNode } from '../../../build/bundle-for-node.ts'
import { lockFolder } from '../../../station/agent-lock.ts'

let folder: string
const children: ChildProcess[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stampa-lock-'))
})
afterEach(async () => {
  for (const child of children.splice(0)) {
    child.kill('SIGKILL')
  }
  await rm(folder, { recursive: true, force: true })
})

const locks = async () => (await readdir(folder)).filter((name) => name.endsWith('.lock'))

/** A process that locks the folder and stays; what it says: `locked`, or why not. */
async function locker(code: string): Promise<{ child: ChildProcess; said: string }> {
  const script = `import { lockFolder } from ${JSON.stringify(pathToFileURL(code).href)}
    await lockFolder(${JSON.stringify(folder)}).then(() => console.log('locked'), (thrown) => console.log(thrown.message))
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const [said] = await once(child.stdout, 'data')
  return { child, said: String(said).trim() }
}

it('one process holds a folder, and gives it back', async () => {
  const unlock = await lockFolder(folder)
  await expect(lockFolder(folder)).rejects.toThrow('Another agent')
  await unlock()
  await (await lockFolder(folder))()
  expect(await locks()).toEqual([])
})

it('the lock of a process that is gone is taken over, though another has its number now', async () => {
  await (await lockFolder(folder))()
  const unlock = await lockFolder(folder)
  const [own = ''] = await locks()
  // A process that runs, but was started at another time than the lock says.
  const stale = own.replace(String(process.pid), String(process.ppid))
  await rename(join(folder, own), join(folder, stale))
  await unlock()
  expect(await locks()).toEqual([stale])
  await (await lockFolder(folder))()
  expect(await locks()).toEqual([])
})

it('of agents that start at once never two run; after kill -9 the next one does', async () => {
  const built = await mkdtemp(join(tmpdir(), 'stampa-lock-code-'))
  await bundleForNode(built, ['station/agent-lock.ts'])
  const code = join(built, 'agent-lock.js')
  const started = await Promise.all(Array.from({ length: 5 }, () => locker(code)))
  const holders = started.filter(({ said }) => said === 'locked')
  expect(holders.length).toBeLessThanOrEqual(1)
  for (const { said } of started) expect(said).toMatch(/^locked$|^Another agent \(process \d+\)/)
  const holder = holders[0] ?? (await locker(code))
  expect(holder.said).toBe('locked')
  expect((await locker(code)).said).toContain(`process ${holder.child.pid}`)
  holder.child.kill('SIGKILL')
  await once(holder.child, 'exit')
  expect((await locker(code)).said).toBe('locked')
  await rm(built, { recursive: true })
}, 60_000)
