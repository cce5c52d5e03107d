import { readFile } from 'node:fs/promises'
import { z } from 'zod'

const packages = new URL('../node_modules/@mediapipe/', import.meta.url)
const LISTED = /"files":\s*(\[[^\]]*\])/
const filesSchema = z.array(z.object({ filename: z.string(), start: z.number(), end: z.number() }))

/**
 * A file of one of MediaPipe's packages: one that holds several end to end, or the package's own.
 * @param solution the package's name
 */
export async function packedFile(solution: string, name: string): Promise<Uint8Array> {
  const folder = new URL(`${solution}/`, packages)
  const loader = new URL(`${solution}_solution_packed_assets_loader.js`, folder)
  const [, list = '[]'] = LISTED.exec(await readFile(loader, 'utf8')) ?? []
  const files = filesSchema.parse(JSON.parse(list))
  const place = files.find(({ filename }) => filename.endsWith(`/${name}`))
  if (place === undefined) return readFile(new URL(name, folder))
  const packed = await readFile(new URL(`${solution}_solution_packed_assets.data`, folder))
  return packed.subarray(place.start, place.end)
}
