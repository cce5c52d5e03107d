import { readFile } from 'node:fs/promises'
import { z } from 'zod'

const folder = new URL('../node_modules/@mediapipe/face_mesh/', import.meta.url)
const LISTED = /"files":\s*(\[[^\]]*\])/
const filesSchema = z.array(z.object({ filename: z.string(), start: z.number(), end: z.number() }))

/** A file of MediaPipe's face mesh, whose npm package holds several end to end. */
export async function packedFile(name: string): Promise<Uint8Array> {
  const loader = new URL('face_mesh_solution_packed_assets_loader.js', folder)
  const [, list = '[]'] = LISTED.exec(await readFile(loader, 'utf8')) ?? []
  const files = filesSchema.parse(JSON.parse(list))
  const place = files.find(({ filename }) => filename.endsWith(`/${name}`))
  if (place === undefined) throw new Error(`${name} is not in the package`)
  const packed = await readFile(new URL('face_mesh_solution_packed_assets.data', folder))
  return packed.subarray(place.start, place.end)
}
