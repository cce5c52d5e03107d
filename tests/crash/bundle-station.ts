import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { bundleForNode } from '../../build/bundle-for-node.ts'

/** Bundles the agent and the printer as plain JavaScript, which starts at once. */
export async function bundleStation(folder: string): Promise<{ agent: string; printer: string }> {
  await bundleForNode(folder, ['tests/crash/agent.ts', 'tests/crash/printer.ts'])
  await cp('kernels/build/kernels.wasm', join(folder, 'kernels.wasm'))
  return { agent: join(folder, 'agent.js'), printer: join(folder, 'printer.js') }
}
