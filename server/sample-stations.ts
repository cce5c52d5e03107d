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
 * Makes the codes with which agents of some sample stations enrol by themselves.
 * @returns runs the agents, each with a simulated printer, at the address of the server, and answers
 * what ends them; they end with this process, however it ends
 */
export async function enrolSampleStations(
  context: Context,
): Promise<(address: string) => () => Promise<void>> {
  const { dataFolder, distFolder } = context.config
  // Used only where the folder of an earlier start has no key that is enrolled.
  const codes = new Map<string, string>()
  for (const machine of stations) {
    codes.set(machine, await newEnrolmentCode(context, machine, { revokesEarlier: true }))
  }
  return (address) => {
    const children = [...codes].map(([machine, code]) => {
      const folder = join(dataFolder, 'stations', machine)
      const where = ['--server', address, '--folder', folder, '--dist', distFolder]
      const args = ['--machine', machine, ...where, '--enrol', code]
      return spawn(process.execPath, [script, ...args], {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      })
    })
    return async () => {
      await Promise.all(children.map(ended))
    }
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await exited
}
