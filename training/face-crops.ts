/** `npx tsx training/face-crops.ts`: squares about the faces of open photographs, from which `beards.py` and `glasses.py` learn. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { findFaces } from '#core/imaging/face-points/find-faces.ts'
import type { Network } from '#core/imaging/models.ts'
import { detectFacesBy } from '#core/imaging/portrait/detect-faces.ts'
import { scaledCopy } from '#core/imaging/scaled-copy.ts'
import { readUpright } from '#core/imaging/upright-crop.ts'
import { rasterSource } from '#core/pixels/pixels.ts'
import { decodePhoto } from '#server/imaging/decode-photo.ts'
import { networkOf } from '#server/imaging/networks.ts'
import { bareJob as env } from './bare-job.ts'

const data = new URL('../../shared/data/open/', import.meta.url)
const target = new URL('work/faces/', import.meta.url)
const SETS = ['portrait/train/image', 'photos-large/clic2025', 'sr-train/cid22']
/** The longer side of what faces are looked for in, the narrowest face, and the square with room about it. */
const LOOKED_PX = 1536
const NARROWEST_PX = 40
const SQUARE = { sides: 1.5 * 1.25, px: 240 }
const EYES = { right: 33, left: 263 }

const loaded = async (role: 'face/points' | 'face/detect'): Promise<Network> => {
  const network = await networkOf(role)
  if (network === null) throw new Error(`no ${role}: npm run build:assets`)
  return network
}

const points = await loaded('face/points')
const detect = detectFacesBy((await loaded('face/detect')).session)
await mkdir(target, { recursive: true })
for (const set of SETS) {
  for (const file of (await readdir(new URL(`${set}/`, data))).sort()) {
    const bytes = new Uint8Array(await readFile(new URL(`${set}/${file}`, data)))
    const large = await scaledCopy(env, rasterSource(await decodePhoto(bytes, env)), LOOKED_PX)
    const photo = { source: rasterSource(large), overview: large }
    const faces = await findFaces(env, large, detect, points)
    for (const [index, { points: found, widthPx }] of faces.entries()) {
      const at = (point: number) => found.points[point] ?? { x: 0, y: 0 }
      if (widthPx < NARROWEST_PX) continue
      const [right, left] = [at(EYES.right), at(EYES.left)]
      const angle = Math.atan2(left.y - right.y, left.x - right.x)
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
      const us = found.points.map(({ x, y }) => x * cos + y * sin)
      const vs = found.points.map(({ x, y }) => y * cos - x * sin)
      const [fromU, toU, fromV, toV] = [
        Math.min(...us),
        Math.max(...us),
        Math.min(...vs),
        Math.max(...vs),
      ]
      const [u, v] = [(fromU + toU) / 2, (fromV + toV) / 2]
      const centre = { centreX: u * cos - v * sin, centreY: u * sin + v * cos }
      const square = { ...centre, sizePx: Math.max(toU - fromU, toV - fromV) }
      const crop = readUpright(env.kernels, photo, square, SQUARE.sides, angle, SQUARE.px)
      const name = `${file.replace(/\.[a-z]+$/, '')}:${index}`
      await writeFile(new URL(`${encodeURIComponent(name)}.rgba`, target), crop.rgba)
    }
  }
}
