import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { onnxOfTflite } from '../onnx-of-tflite.ts'
import { sha256, verifySha256 } from '../verify-sha256.ts'

/**
 * MediaPipe's pose network lies beside its card as its npm package ships it. Of its answers the mask
 * alone is wanted: points and heat maps are left out of the network that our own runtime runs.
 */
const root = new URL('../../', import.meta.url)
/** Place of the mask among the network's outputs. */
const MASK = 2

const fileSchema = z.object({ file: z.string(), sha256: z.string() })
const cardSchema = z.object({ ...fileSchema.shape, original: fileSchema })

/** Writes the network of `person/body` to `public/generated/models/`. */
export async function make(): Promise<string> {
  const folder = new URL('models/person-body/', root)
  const card = cardSchema.parse(JSON.parse(await readFile(new URL('model.json', folder), 'utf8')))
  const target = new URL(`public/generated/models/${card.file}`, root)
  const made = await readFile(target).catch(() => null)
  if (made !== null && sha256(made) === card.sha256) return 'as it was'
  const original = await readFile(new URL(card.original.file, folder))
  verifySha256(card.original.file, original, card.original.sha256)
  const bytes = onnxOfTflite(original, 'mask', MASK)
  verifySha256(card.file, bytes, card.sha256)
  await mkdir(new URL('./', target), { recursive: true })
  await writeFile(target, bytes)
  return card.file
}
