import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Command } from '../contract/ippeveprinter.ts'

/** A process that is started again however it ends, until it is let go. */
export interface KeptProcess {
  /** kill -9; it is started again after a moment. */
  readonly kill: () => void
  /** What it wrote last, for who looks for a fault. */
  readonly output: () => string
  readonly stop: () => Promise<void>
}

const AGAIN_MS = 150
const OUTPUT_KEPT = 20_000
const STARTS_MS = 60_000

/** Starts a script of Node's that says `ready`, and resolves when it has said so first. */
export async function keepScript(script: string, args: readonly string[]): Promise<KeptProcess> {
  const kept = keepProgram({ program: process.execPath, args: [script, ...args], env: {} })
  const late = pause(STARTS_MS, undefined, { ref: false }).then(() => {
    throw new Error(`${script} did not start:\n${kept.output()}`)
  })
  await Promise.race([kept.ready, late])
  late.catch(() => {})
  return kept
}

/** Starts a program; `ready` resolves when it says so, if it ever does. */
export function keepProgram({
  program,
  args,
  env,
}: Command): KeptProcess & { readonly ready: Promise<void> } {
  let child: ChildProcess | null = null
  let isOver = false
  let written = ''
  let saidReady = () => {}
  const ready = new Promise<void>((resolve) => {
    saidReady = resolve
  })
  const run = async () => {
    while (!isOver) {
      child = spawn(program, args, {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, ...env },
      })
      for (const stream of [child.stdout, child.stderr]) {
        stream?.on('data', (piece) => {
          written = (written + String(piece)).slice(-OUTPUT_KEPT)
          if (String(piece).includes('ready')) saidReady()
        })
      }
      await once(child, 'close')
      await pause(AGAIN_MS)
    }
  }
  const kill = () => void child?.kill('SIGKILL')
  process.once('exit', kill)
  const running = run()
  return {
    ready,
    kill,
    output: () => written,
    stop: async () => {
      isOver = true
      kill()
      await running
      process.off('exit', kill)
    },
  }
}
