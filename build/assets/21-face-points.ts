import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { onnxOfTflite } from '../onnx-of-tflite.ts'
import { sha256, verifySha256 } from '../verify-sha256.ts'

/**
 * MediaPipe's face mesh as its npm package ships it, several files end to end, as a network that our
 * own runtime runs. What goes in and what comes out are checked by its card.
 */
const root = new URL('../../', import.meta.url)
const folder = new URL('node_modules/@mediapipe/face_mesh/', root)
const LISTED = /"files":\s*(\[[^\]]*\])/

const cardSchema = z.object({
  file: z.string(),
  sha256: z.string(),
  original: z.object({ file: z.string(), sha256: z.string() }),
})
const filesSchema = z.array(z.object({ filename: z.string(), start: z.number(), end: z.number() }))

async function packedFile(name: string): Promise<Uint8Array> {
  const loader = new URL('face_mesh_solution_packed_assets_loader.js', folder)
  const [, list = '[]'] = LISTED.exec(await readFile(loader, 'utf8')) ?? []
  const files = filesSchema.parse(JSON.parse(list))
  const place = files.find(({ filename }) => filename.endsWith(`/${name}`))
  if (place === undefined) throw new Error(`${name} is not in the package`)
  const packed = await readFile(new URL('face_mesh_solution_packed_assets.data', folder))
  return packed.subarray(place.start, place.end)
}

/** Writes the network of `face/points` to `public/generated/models/`. */
export async function make(): Promise<string> {
  const card = cardSchema.parse(
    JSON.parse(await readFile(new URL('models/face-points/model.json', root), 'utf8')),
  )
  const target = new URL(`public/generated/models/${card.file}`, root)
  const made = await readFile(target).catch(() => null)
  if (made !== null && sha256(made) === card.sha256) return 'as it was'
  const original = await packedFile(card.original.file)
  verifySha256(card.original.file, original, card.original.sha256)
  const bytes = onnxOfTflite(original, 'points')
  verifySha256(card.file, bytes, card.sha256)
  await mkdir(new URL('./', target), { recursive: true })
  await writeFile(target, bytes)
  return card.file
}
