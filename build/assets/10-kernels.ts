import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { isBuiltFrom, noteBuiltFrom, type Parts } from '../built-from.ts'

/** The pixel kernels, compiled from AssemblyScript into the one module that every runtime loads. */
const folder = new URL('../../kernels/', import.meta.url)
const output = new URL('build/kernels.wasm', folder)
const compiler = new URL('../../node_modules/assemblyscript/bin/asc.js', import.meta.url)

const options = [
  '-O3',
  '--converge',
  '--enable',
  'simd',
  '--runtime',
  'stub',
  // Without it the module would ask its host for a function to report with.
  '--use',
  'abort=',
] as const

/** All that the module depends on. */
async function partsOf(sources: readonly string[]): Promise<Parts> {
  const version = await readFile(new URL('../package.json', compiler))
  const files = sources.map(async (name) => [name, await readFile(new URL(name, folder))] as const)
  return [['compiler', version], ['options', options.join(' ')], ...(await Promise.all(files))]
}

export async function make(): Promise<string> {
  const sources = (await readdir(folder)).filter((name) => name.endsWith('.ts')).sort()
  const parts = await partsOf(sources)
  if (await isBuiltFrom(output, parts)) return 'as they were'
  await mkdir(new URL('build/', folder), { recursive: true })
  await promisify(execFile)(process.execPath, [
    fileURLToPath(compiler),
    fileURLToPath(new URL('index.ts', folder)),
    '--outFile',
    fileURLToPath(output),
    ...options,
  ])
  await noteBuiltFrom(output, parts)
  return `${sources.length} files, ${(await stat(output)).size} bytes`
}
