import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Context } from './context.ts'
import { newEnrolmentCode } from './stations/agents/enrolment.ts'

/** Sample machines that print on a simulator; the others stay as they are seeded. */
const stations = ['M001', 'M002', 'M007']

/** The agent as it was built, beside the built server. */
const script = fileURLToPath(new URL('./station.js', import.meta.url))

/**
 * Runs an agent with a simulated printer for some sample stations, enrolled by itself. They end with
 * this process, however it ends.
 * @param address of the server
 */
export async function startSampleStations(
  context: Context,
  address: string,
): Promise<() => Promise<void>> {
  const { dataFolder, distFolder } = context.config
  const children: ChildProcess[] = []
  for (const machine of stations) {
    const folder = join(dataFolder, 'stations', machine)
    const args = [
      '--machine',
      machine,
      '--server',
      address,
      '--folder',
      folder,
      '--dist',
      distFolder,
    ]
    // Used only where the folder of an earlier start has no key that is enrolled.
    args.push('--enrol', await newEnrolmentCode(context, machine, { revokesEarlier: true }))
    const stdio = ['ignore', 'inherit', 'inherit', 'ipc'] as const
    children.push(spawn(process.execPath, [script, ...args], { stdio: [...stdio] }))
  }
  return async () => {
    await Promise.all(children.map(ended))
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await exited
}
