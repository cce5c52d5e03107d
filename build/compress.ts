import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const compress = promisify(brotliCompress)
const COMPRESSIBLE = new Set(['.js', '.mjs', '.css', '.html', '.json', '.svg', '.wasm', '.onnx'])
const WORTH_BYTES = 1024
/** Above this size the last percent of quality 11 costs half a minute. */
const LARGE_BYTES = 2_000_000

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path)
  if (bytes.length < WORTH_BYTES) return
  const quality = bytes.length > LARGE_BYTES ? 9 : 11
  const compressed = await compress(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })
  await writeFile(`${path}.br`, compressed)
}

const folder = process.argv[2]
if (folder === undefined) throw new Error('usage: compress.ts <folder>')
const entries = await readdir(folder, { recursive: true, withFileTypes: true })
const files = entries
  .filter((entry) => entry.isFile() && COMPRESSIBLE.has(extname(entry.name)))
  .map((entry) => join(entry.parentPath, entry.name))
await Promise.all(files.map(compressFile))
console.log(`Compressed ${files.length} files.`)
