import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { faultOf } from '#core/errors.ts'
import type { Progress } from '#core/jobs.ts'
import { type ImagingPool, openImagingPool, type PoolOptions } from '#server/imaging/pool.ts'
import { forkProcess } from '#server/imaging/tool-process.ts'
import { bundledServer } from '../../fixtures/bundled-server.ts'
import { landscape } from '../imaging/made-pictures.ts'

const server = await bundledServer()
afterAll(server.remove)

const pools: ImagingPool[] = []
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()))
})

function poolOf(options: PoolOptions = {}): ImagingPool {
  const pool = openImagingPool({
    slots: 1,
    spawn: () => forkProcess(join(server.folder, 'imaging-process.js')),
    ...options,
  })
  pools.push(pool)
  return pool
}

async function photoOf(widthPx: number, heightPx: number): Promise<Uint8Array<ArrayBuffer>> {
  const { rgba } = landscape(widthPx, heightPx)
  const raw = { width: widthPx, height: heightPx, channels: 4 } as const
  return new Uint8Array(await sharp(rgba, { raw }).jpeg().toBuffer())
}

const ink = { tool: 'sketch', settings: { style: 'ink', strength: 0.5 } } as const
const never = new AbortController().signal
const quiet = { signal: never, report: () => {} }
const codeOf = (run: Promise<unknown>) =>
  run.then(
    () => 'no fault',
    (thrown: unknown) => faultOf(thrown).code,
  )

/** A process that does something else than asked. */
const processThat = (does: string) => () =>
  spawn(process.execPath, ['-e', `process.on('message', () => { ${does} })`], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })

/** Processes of a pool, as they are started. */
function watched(start: () => ChildProcess) {
  const started: ChildProcess[] = []
  return {
    started,
    spawn: () => {
      const child = start()
      started.push(child)
      return child
    },
  }
}

describe('the pool of imaging processes', () => {
  it('makes what the studio keeps, and tells how far it is', async () => {
    const reports: Progress[] = []
    const { result, matte } = await poolOf().run(
      { ...ink, photo: await photoOf(90, 60) },
      { signal: never, report: (progress) => reports.push(progress) },
    )
    // Of a small photo the drawing is larger: its lines are finer than the photo's pixels.
    expect(result).toMatchObject({ widthPx: 540, heightPx: 360, mediaType: 'image/jpeg' })
    expect(await sharp(result.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 540 })
    expect(matte).toBeNull()
    expect([...new Set(reports.map(({ stage }) => stage))]).toEqual(['decode', 'draw', 'encode'])
  })

  it('runs its networks: a photo is enlarged, and enhanced', async () => {
    const pool = poolOf()
    const photo = await photoOf(80, 60)
    const settings = { factor: 2 }
    const large = await pool.run({ tool: 'super-resolution', photo, settings }, quiet)
    expect(large.result).toMatchObject({ widthPx: 160, heightPx: 120 })
    const better = await pool.run({ tool: 'enhance', photo, settings: { strength: 1 } }, quiet)
    expect(better.result).toMatchObject({ widthPx: 80, heightPx: 60 })
  })

  it('refuses what is no photo, and goes on', async () => {
    const pool = poolOf()
    const text = new TextEncoder().encode('no picture at all, but long enough to be looked at')
    expect(await codeOf(pool.run({ ...ink, photo: text }, quiet))).toBe('upload-format')
    const cut = (await photoOf(400, 300)).slice(0, 2000)
    expect(await codeOf(pool.run({ ...ink, photo: cut }, quiet))).toBe('photo-damaged')
    expect(await codeOf(pool.run({ ...ink, photo: await photoOf(20, 20) }, quiet))).toBe('no fault')
  })

  it('ends a tool that runs when it is cancelled, and runs the next', async () => {
    const pool = poolOf()
    const cancelling = new AbortController()
    const photo = await photoOf(1200, 900)
    const settings = { factor: 2 }
    const running = pool.run(
      { tool: 'super-resolution', photo, settings },
      {
        signal: cancelling.signal,
        report: ({ stage }) => stage === 'enhance' && cancelling.abort(),
      },
    )
    expect(await codeOf(running)).toBe('cancelled')
    expect(await codeOf(pool.run({ ...ink, photo: await photoOf(20, 20) }, quiet))).toBe('no fault')
  })

  it('takes who is cancelled out of the line, and lets the others run in their order', async () => {
    const pool = poolOf()
    const photo = await photoOf(60, 40)
    const cancelling = new AbortController()
    const ended: string[] = []
    const run = async (name: string, signal: AbortSignal) => {
      const code = await codeOf(pool.run({ ...ink, photo }, { signal, report: () => {} }))
      ended.push(`${name} ${code}`)
    }
    const runs = [
      run('first', never),
      run('second', cancelling.signal),
      run('third', never),
      run('fourth', never),
    ]
    cancelling.abort()
    await Promise.all(runs)
    expect(ended).toEqual([
      'second cancelled',
      'first no fault',
      'third no fault',
      'fourth no fault',
    ])
  })

  it('ends a process that does not hear a cancel', async () => {
    const { started, spawn: start } = watched(processThat('for (;;);'))
    const pool = poolOf({ spawn: start })
    const cancelling = new AbortController()
    const { signal } = cancelling
    const running = codeOf(
      pool.run({ ...ink, photo: new Uint8Array(9) }, { signal, report: () => {} }),
    )
    await expect.poll(() => started.length).toBe(1)
    cancelling.abort()
    expect(await running).toBe('cancelled')
    await expect.poll(() => started[0]?.signalCode).toBe('SIGKILL')
  })

  it('says that a process died, and starts another for the next', async () => {
    const { started, spawn: start } = watched(processThat("throw new Error('out of memory')"))
    const pool = poolOf({ spawn: start })
    const photo = new Uint8Array(9)
    expect(await codeOf(pool.run({ ...ink, photo }, quiet))).toBe('worker-died')
    expect(await codeOf(pool.run({ ...ink, photo }, quiet))).toBe('worker-died')
    expect(started).toHaveLength(2)
  })

  it('lives on where a network’s own code ends its process', async () => {
    const pool = poolOf({ spawn: processThat('process.abort()') })
    const photo = new Uint8Array(9)
    expect(await codeOf(pool.run({ ...ink, photo }, quiet))).toBe('worker-died')
  })

  it('gives an idle process back', async () => {
    const answering = 'process.send({ outcome: { ok: true, value: {} } })'
    const { started, spawn: start } = watched(processThat(answering))
    const pool = poolOf({ idleMs: 1, spawn: start })
    await pool.run({ ...ink, photo: new Uint8Array(9) }, quiet)
    await expect.poll(() => started[0]?.signalCode).toBe('SIGKILL')
  })
})
