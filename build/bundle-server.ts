import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { localeCodes } from '../core/locales.ts'
import { bundleForNode } from './bundle-for-node.ts'

/**
 * Bundles the server as plain JavaScript. It finds its packages in the `node_modules` of a folder
 * above, or beside it.
 * @param folder is emptied first
 * @returns the script that starts it
 */
export async function bundleServer(folder: string): Promise<string> {
  await bundleForNode(folder, {
    main: 'server/main.ts',
    'large-body-worker': 'server/calls/large-body-worker.ts',
    station: 'station/main.ts',
    staff: 'server/staff-command.ts',
  })
  // What is read at run time lies beside the script that reads it.
  await cp('kernels/build/kernels.wasm', join(folder, 'kernels.wasm'))
  await cp('server/database/migrations', join(folder, 'migrations'), { recursive: true })
  for (const locale of localeCodes) {
    for (const namespace of ['messages', 'station', 'errors']) {
      const words = join('locales', locale, `${namespace}.json`)
      await cp(words, join(folder, words))
    }
  }
  return join(folder, 'main.js')
}
