import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import type { OwnHead } from '../onnx-head.ts'
import { onnxOfTflite, type WantedNetwork } from '../onnx-of-tflite.ts'
import { packedFile } from '../packed-file.ts'
import { sha256, verifySha256 } from '../verify-sha256.ts'

/**
 * MediaPipe's networks as its npm packages ship them, made into ONNX, which browser and server run
 * alike. What goes in and what comes out are checked by their cards.
 */
const root = new URL('../../', import.meta.url)
const target = new URL('public/generated/models/', root)

interface Made extends Omit<WantedNetwork, 'heads'> {
  /** The network's file; beside its card where none is told. */
  readonly read?: (file: string) => Promise<Uint8Array>
  /** Layers of our own, from files beside its card, on one of its tensors. */
  readonly heads?: readonly (Omit<OwnHead, 'weights'> & { readonly file: string })[]
}

const networks: Readonly<Record<string, Made>> = {
  'face-detection-full-range': { output: 'answer' },
  'person-mask-selfie': { output: 'answer' },
  // Of a body the mask alone is wanted: points and heat maps are left out.
  'person-body': { output: 'mask', only: [2] },
  'hand-palms': { output: 'answer', read: (file) => packedFile('hands', file) },
  // Of a hand its points in metres are left out.
  'hand-points': { output: 'points', only: [0, 1, 2], read: (file) => packedFile('hands', file) },
  'face-points': {
    output: 'points',
    read: (file) => packedFile('face_mesh', file),
    heads: [
      { tensor: 'tensor113', half: 'lower', file: 'beards.f16' },
      { tensor: 'tensor113', half: 'upper', file: 'glasses.f16' },
    ],
  },
}

const fileSchema = z.object({ file: z.string(), sha256: z.string() })
const cardSchema = z.object({ ...fileSchema.shape, original: fileSchema })

async function makeNetwork([name, { read, heads = [], ...wanted }]: [
  string,
  Made,
]): Promise<string> {
  const folder = new URL(`models/${name}/`, root)
  const card = cardSchema.parse(JSON.parse(await readFile(new URL('model.json', folder), 'utf8')))
  const place = new URL(card.file, target)
  const made = await readFile(place).catch(() => null)
  if (made !== null && sha256(made) === card.sha256) return `${card.file} as it was`
  const { file } = card.original
  const original = await (read?.(file) ?? readFile(new URL(file, folder)))
  verifySha256(`${name}/${file}`, original, card.original.sha256)
  const own = await Promise.all(
    heads.map(async ({ file: weights, ...head }) => ({
      ...head,
      weights: await readFile(new URL(weights, folder)),
    })),
  )
  const bytes = onnxOfTflite(original, { ...wanted, heads: own })
  verifySha256(card.file, bytes, card.sha256)
  await writeFile(place, bytes)
  return card.file
}

/** Writes MediaPipe's networks as ONNX to `public/generated/models/`. */
export async function make(): Promise<string> {
  await mkdir(target, { recursive: true })
  return (await Promise.all(Object.entries(networks).map(makeNetwork))).join(', ')
}
