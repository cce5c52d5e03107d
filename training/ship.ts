/** `npx tsx training/ship.ts training/work/X.onnx models/NAME`: puts a trained network into its folder and its sizes and hash onto its card. */
import { createHash } from 'node:crypto'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const [file, folder] = process.argv.slice(2)
if (file === undefined || folder === undefined) throw new Error('which .onnx, into which folder?')
const bytes = readFileSync(file)
const path = join(folder, 'model.json')
const measured = {
  sha256: createHash('sha256').update(bytes).digest('hex'),
  bytes: bytes.length,
  compressedBytes: brotliCompressSync(bytes).length,
}
let card = readFileSync(path, 'utf8')
for (const [key, value] of Object.entries(measured)) {
  card = card.replace(new RegExp(`"${key}": [^,\n]+`), `"${key}": ${JSON.stringify(value)}`)
}
copyFileSync(file, join(folder, 'model.onnx'))
writeFileSync(path, card)
console.log(measured)
