import { cp, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
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
    'imaging-process': 'server/imaging/imaging-process.ts',
    station: 'station/main.ts',
    staff: 'server/staff-command.ts',
    imaging: 'server/imaging-command.ts',
    'check-books': 'server/check-books.ts',
  })
  // What is read at run time lies beside the script that reads it.
  await cp('kernels/build/kernels.wasm', join(folder, 'kernels.wasm'))
  await copyModels(join(folder, 'models'))
  await cp('server/database/migrations', join(folder, 'migrations'), { recursive: true })
  for (const locale of localeCodes) {
    for (const namespace of ['messages', 'station', 'errors']) {
      const words = join('locales', locale, `${namespace}.json`)
      await cp(words, join(folder, words))
    }
  }
  return join(folder, 'main.js')
}

const cardSchema = z.object({
  file: z.string(),
  original: z.object({}).optional(),
  onnx: z.object({ file: z.string() }).optional(),
})

/** The networks that the server runs, each beside its card, whether it lies there or was made. */
async function copyModels(folder: string): Promise<void> {
  for (const name of await readdir('models')) {
    const card = join('models', name, 'model.json')
    const { file, original, onnx } = cardSchema.parse(JSON.parse(await readFile(card, 'utf8')))
    await cp(card, join(folder, name, 'model.json'))
    const from = original === undefined ? join('models', name) : 'public/generated/models'
    const network = onnx?.file ?? file
    await cp(join(from, network), join(folder, name, network))
  }
}
