/** What is measured of the unsure cells of people in `portrait/train`, whole and from closer, for `taken_along.py`. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { parse } from 'node:path'
import sharp from 'sharp'
import { detectFacesBy } from '#core/imaging/portrait/detect-faces.ts'
import { segmentBodyBy } from '#core/imaging/portrait/segment-body.ts'
import { segmentPersonBy } from '#core/imaging/portrait/segment-person.ts'
import { findPeople } from '#core/imaging/tools/cut-out/cut-out.ts'
import { type findRealFaces, locate } from '#core/imaging/tools/cut-out/people/faces/face-gate.ts'
import {
  CELL_FEATURES,
  measureCells,
} from '#core/imaging/tools/cut-out/people/taken-along/cell-features.ts'
import {
  type Box,
  clampBox,
  createFloatPlane,
  cropRaster,
  rasterSource,
} from '#core/pixels/pixels.ts'
import type { FloatPlane, Raster } from '#core/pixels/raster.ts'
import { networksOf } from '#server/imaging/networks.ts'
import { bareJob as env } from './bare-job.ts'

const TRAIN = '../shared/data/open/portrait/train'
const WORK = 'training/work'
/** From how close each photograph is looked at: the height that is shown, in sizes of the face; null for all of it. */
const VIEWS = [null, [2.4, 4.2], [4.2, 6.8]] as const

const session = await networksOf(['face/detect', 'person/mask', 'person/body'])
const models = {
  detectFaces: detectFacesBy(session('face/detect')),
  segmentPerson: segmentPersonBy(session('person/mask')),
  segmentBody: segmentBodyBy(session('person/body')),
}
/** Whoever is refused as a customer is learnt from all the same. */
const anyFace: typeof findRealFaces = async (_env, source, overview, { detectFaces }) => {
  const faces = await detectFaces(overview)
  return { people: faces.map((face) => locate(face, source)), bystanders: [], doubtful: [] }
}

/** The same numbers for a photograph every time, whichever others are measured. */
let state = 7
function seed(name: string): void {
  state = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 2147483648, 7)
}
function random(from: number, until: number): number {
  state = (state * 1103515245 + 12345) % 2147483648
  return from + ((until - from) * state) / 2147483648
}

async function pictureOf(path: string): Promise<Raster> {
  const { data, info } = await sharp(path)
    .removeAlpha()
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { widthPx: info.width, heightPx: info.height, rgba: new Uint8ClampedArray(data) }
}

/** A view of somebody from closer, the face in its upper half; null where no face is found. */
async function viewOf(
  picture: Raster,
  [least, most]: readonly [number, number],
): Promise<Box | null> {
  const [face] = (await models.detectFaces(picture))
    .map((found) => locate(found, picture))
    .toSorted((one, other) => other.sizePx - one.sizePx)
  if (face === undefined) return null
  const height = random(least, most) * face.sizePx
  const width = height * random(0.7, 1.3)
  const x = face.centreX - width * random(0.35, 0.65)
  const y = face.centreY - face.sizePx * random(0.95, 1.85)
  const box = {
    x: Math.round(x),
    y: Math.round(y),
    width: Math.round(width),
    height: Math.round(height),
  }
  return clampBox(box, picture.widthPx, picture.heightPx)
}

/** Rows of what is measured, then how much of the cell is a person's and its share of the people's area. */
async function rowsOf(picture: Raster, truth: Raster): Promise<Float32Array> {
  let rows = new Float32Array(0)
  const source = rasterSource(picture)
  const search = {
    dropAlong: (...[, overview, seen]: Parameters<typeof measureCells>) => {
      const measured = measureCells(env.kernels, overview, seen)
      if (measured !== null) rows = labelled(measured, truth)
    },
  }
  await findPeople(env, source, models, search).catch(() =>
    findPeople(env, source, models, { ...search, findFaces: anyFace }).catch(() => undefined),
  )
  return rows
}

function labelled(
  { cells, unsure, rows }: NonNullable<ReturnType<typeof measureCells>>,
  truth: Raster,
): Float32Array {
  const plane = env.kernels.resizePlane(redOf(truth), cells.widthPx, cells.heightPx).values
  const [sums, sizes] = [new Float32Array(cells.count), new Float32Array(cells.count)]
  let area = 0
  cells.of.forEach((cell, at) => {
    sums[cell] = (sums[cell] ?? 0) + (plane[at] ?? 0)
    sizes[cell] = (sizes[cell] ?? 0) + 1
    area += plane[at] ?? 0
  })
  const width = CELL_FEATURES.length
  const result = new Float32Array(unsure.length * (width + 2))
  unsure.forEach((cell, index) => {
    const size = sizes[cell] ?? 1
    result.set(rows.subarray(index * width, (index + 1) * width), index * (width + 2))
    result.set([(sums[cell] ?? 0) / size, size / Math.max(1, area)], (index + 1) * (width + 2) - 2)
  })
  return result
}

function redOf({ widthPx, heightPx, rgba }: Raster): FloatPlane {
  const plane = createFloatPlane(widthPx, heightPx)
  for (let at = 0; at < plane.values.length; at++) plane.values[at] = (rgba[at * 4] ?? 0) / 255
  return plane
}

/** Of so many shares that are measured side by side, one: `npx tsx training/taken-along-cells.ts 0/3`. */
const [share = 0, shares = 1] = (process.argv[2] ?? '0/1').split('/').map(Number)

mkdirSync(WORK, { recursive: true })
const parts: Float32Array[] = []
const photographs: { readonly name: string; readonly rows: number }[] = []
for (const [index, file] of readdirSync(`${TRAIN}/image`).toSorted().entries()) {
  if (index % shares !== share) continue
  const { name } = parse(file)
  seed(name)
  const picture = await pictureOf(`${TRAIN}/image/${file}`)
  const truth = await pictureOf(`${TRAIN}/mask/${name}.png`)
  for (const view of VIEWS) {
    const all = { x: 0, y: 0, width: picture.widthPx, height: picture.heightPx }
    const box = view === null ? all : await viewOf(picture, view)
    if (box === null) continue
    const rows = await rowsOf(cropRaster(picture, box), cropRaster(truth, box))
    parts.push(rows)
    photographs.push({ name, rows: rows.length / (CELL_FEATURES.length + 2) })
  }
}
writeFileSync(
  `${WORK}/taken-along-${share}.f32`,
  Buffer.concat(parts.map(({ buffer }) => Buffer.from(buffer))),
)
const told = { features: CELL_FEATURES, shares, photographs }
writeFileSync(`${WORK}/taken-along-${share}.json`, JSON.stringify(told))
