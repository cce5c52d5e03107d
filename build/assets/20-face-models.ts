import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { onnxOfTflite } from '../onnx-of-tflite.ts'
import { withNormalization } from '../tflite-metadata.ts'
import { verifySha256 } from '../verify-sha256.ts'

/**
 * MediaPipe's two networks lie beside their cards as its npm packages ship them, without the metadata
 * that its own task runner asks for: it is prepended here. The server runs them as ONNX, which they
 * become here too. All files are checked by their cards.
 */
const root = new URL('../../', import.meta.url)
const target = new URL('public/generated/models/', root)
const cardNames = ['face-detection-full-range', 'person-mask-selfie']

const fileSchema = z.object({ file: z.string(), sha256: z.string() })
const cardSchema = z.object({
  ...fileSchema.shape,
  onnx: fileSchema,
  original: fileSchema,
  normalization: z.object({ mean: z.number(), std: z.number() }),
  outputs: z.array(z.object({ name: z.string() })),
})

async function makeModel(name: string): Promise<string> {
  const card = cardSchema.parse(
    JSON.parse(await readFile(new URL(`models/${name}/model.json`, root), 'utf8')),
  )
  const original = await readFile(new URL(`models/${name}/${card.original.file}`, root))
  verifySha256(`${name}/${card.original.file}`, original, card.original.sha256)
  const bytes = withNormalization(original, {
    ...card.normalization,
    outputNames: card.outputs.map((output) => output.name),
  })
  verifySha256(card.file, bytes, card.sha256)
  await writeFile(new URL(card.file, target), bytes)
  const onnx = onnxOfTflite(original, 'answer')
  verifySha256(card.onnx.file, onnx, card.onnx.sha256)
  await writeFile(new URL(card.onnx.file, target), onnx)
  return `${card.file}, ${card.onnx.file}`
}

/** Writes MediaPipe's models with metadata, and as ONNX, to `public/generated/models/`. */
export async function make(): Promise<string> {
  await mkdir(target, { recursive: true })
  const files = await Promise.all(cardNames.map(makeModel))
  return files.join(', ')
}
