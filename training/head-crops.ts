/** `npx tsx training/head-crops.ts [part parts]`: squares about the heads of open photographs with people and the face's oval, from which `hair.py` learns. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { maskOf } from '#core/imaging/face-points/face-outlines.ts'
import { pointsOf } from '#core/imaging/face-points/face-points.ts'
import { scaledFace } from '#core/imaging/face-points/find-faces.ts'
import { headOf } from '#core/imaging/face-points/head.ts'
import { headSquare } from '#core/imaging/face-points/head-square.ts'
import { findPeopleIn } from '#core/imaging/portrait/people.ts'
import { prepareFaces } from '#core/imaging/tools/anime/faces/draw-faces.ts'
import { animeLooks } from '#core/imaging/tools/anime/looks.ts'
import { copyToStudy, studyOf } from '#core/imaging/tools/anime/photo-study.ts'
import { rasterSource } from '#core/pixels/pixels.ts'
import { StepProgress } from '#core/pixels/strips.ts'
import { decodePhoto } from '#server/imaging/decode-photo.ts'
import { networkOf, networksOf } from '#server/imaging/networks.ts'
import { bareJob as env } from './bare-job.ts'

const data = new URL('../../shared/data/open/', import.meta.url)
const target = new URL('work/heads/', import.meta.url)
const SETS = (process.argv[4] ?? 'portrait/train/image,photos-large/clic2025,sr-train/cid22').split(
  ',',
)
const CROP = { px: 144, room: 1.3 }

const look = animeLooks.soft
const [part, parts] = [Number(process.argv[2] ?? 0), Number(process.argv[3] ?? 1)]
await mkdir(target, { recursive: true })
const files = []
for (const set of SETS) {
  for (const file of (await readdir(new URL(`${set}/`, data))).sort()) files.push(`${set}/${file}`)
}
for (const path of files.filter((_, k) => k % parts === part)) {
  const bytes = new Uint8Array(await readFile(new URL(path, data)))
  const source = rasterSource(await decodePhoto(bytes, env))
  const job = {
    env,
    source,
    openSink: () => {
      throw new Error('nothing is drawn')
    },
    ratio: 1,
    network: networkOf,
    networks: networksOf,
    memory: {},
  }
  const findPeople = (picture: Parameters<typeof findPeopleIn>[1]) =>
    findPeopleIn(job, picture, { isCrowdToo: true })
  const copy = await copyToStudy(env, source)
  if ((await findPeople(copy)).faces.length === 0) continue
  const study = await studyOf(
    env,
    copy,
    { look, name: 'soft', findPeople },
    new StepProgress(env, 'draw', 6),
  )
  const faces = await prepareFaces(
    env,
    study.large,
    study.people.faces,
    { ...look.face, opened: 0.5 },
    look.face,
  )
  const { picture, person } = study
  const scale = picture.widthPx / study.large.widthPx
  const size = { widthPx: picture.widthPx, heightPx: picture.heightPx }
  const name = path.replace(/^.*\//, '').replace(/\.[a-z]+$/, '')
  for (const [index, { face, isSmall }] of faces.entries()) {
    if (isSmall || face.widthPx * scale < 40) continue
    const own = scaledFace(face, scale)
    const head = headOf(own, picture)
    const { x, y, width, height } = head.box
    const oval = maskOf([pointsOf(own.points, 'faceOval')], width, height, (p) => ({
      x: p.x - x,
      y: p.y - y,
    }))
    const people = person ?? {
      ...size,
      values: new Float32Array(size.widthPx * size.heightPx).fill(1),
    }
    const ovalPlane = { widthPx: width, heightPx: height, values: oval.values }
    const square = headSquare(head, picture, [people, ovalPlane], CROP.px, CROP.room)
    await writeFile(
      new URL(`${encodeURIComponent(`${name}:${index}`)}.planes`, target),
      Uint8Array.from(square.values, (value) => Math.round(255 * value)),
    )
  }
}
