import { FabricImage, FabricText, Polyline, StaticCanvas } from 'fabric'
import Konva from 'konva'
import type { Design, DoodleLayer, Layer, PhotoRef } from '#core/design/document.ts'
import { diff } from '#core/design/patch.ts'
import { DesignSender } from '#core/design/revisions.ts'
import { printPage } from '#core/formats/print-page.ts'
import { compositor } from '#src/worker-clients/compositor.ts'
import type { StageView } from '#workers/compositor/api.ts'
import { median } from '../../fixtures/median.ts'
import { adjustFrame } from './adjust-peers.ts'
import type { ImageSource } from './peer-scene.ts'
import { cakeDesign, madePhotos, withDoodles } from './peer-scene.ts'

/** The same design by us, by konva and by fabric: what `npm run bench` compares. */
export type Peer = 'stampa' | 'konva' | 'fabric'

interface Placed {
  readonly layer: Layer
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

function placedAt(design: Design, scalePxPerMm: number, bleedMm: number): Placed[] {
  return design.layers.map((layer) => ({
    layer,
    x: (layer.xMm + bleedMm) * scalePxPerMm,
    y: (layer.yMm + bleedMm) * scalePxPerMm,
    width: layer.widthMm * scalePxPerMm,
    height: layer.heightMm * scalePxPerMm,
  }))
}

async function decoded(sources: readonly ImageSource[]): Promise<Map<string, ImageBitmap>> {
  const pictures = new Map<string, ImageBitmap>()
  for (const { photo, blob } of sources) pictures.set(photo.hash, await createImageBitmap(blob))
  return pictures
}

const pictureOf = (pictures: Map<string, ImageBitmap>, photo: PhotoRef): ImageBitmap => {
  const picture = pictures.get(photo.hash)
  if (picture === undefined) throw new Error('a picture is missing')
  return picture
}

function strokeOf(layer: DoodleLayer) {
  const [stroke] = layer.strokes
  if (stroke === undefined) throw new Error('a doodle without a stroke')
  return stroke
}

function konvaNode(placed: Placed, pictures: Map<string, ImageBitmap>, scalePxPerMm: number) {
  const { layer, x, y, width, height } = placed
  const place = { x, y, rotation: layer.rotationDeg, offsetX: width / 2, offsetY: height / 2 }
  if (layer.kind === 'photo') {
    return new Konva.Image({ ...place, width, height, image: pictureOf(pictures, layer.original) })
  }
  if (layer.kind === 'doodle') {
    return new Konva.Line({
      x,
      y,
      points: strokeOf(layer).points.flatMap(([px, py]) => [px * scalePxPerMm, py * scalePxPerMm]),
      stroke: strokeOf(layer).colour,
      strokeWidth: strokeOf(layer).widthMm * scalePxPerMm,
      lineCap: 'round',
      lineJoin: 'round',
    })
  }
  if (layer.kind !== 'text') throw new Error('this scene has photos, texts and doodles')
  return new Konva.Text({
    ...place,
    width,
    text: layer.text,
    fontSize: layer.sizeMm * scalePxPerMm,
    fill: layer.colour,
    align: 'center',
  })
}

function konvaStage(
  design: Design,
  pictures: Map<string, ImageBitmap>,
  scalePxPerMm: number,
  widthPx: number,
  heightPx: number,
) {
  const container = document.body.appendChild(document.createElement('div'))
  const stage = new Konva.Stage({ container, width: widthPx, height: heightPx })
  const layer = new Konva.Layer()
  layer.add(new Konva.Rect({ width: widthPx, height: heightPx, fill: '#fff6ee' }))
  const nodes = placedAt(design, scalePxPerMm, design.product.geometry.bleedMm).map((placed) =>
    konvaNode(placed, pictures, scalePxPerMm),
  )
  for (const node of nodes) layer.add(node)
  stage.add(layer)
  return { stage, layer, nodes }
}

function fabricObject(placed: Placed, pictures: Map<string, ImageBitmap>, scalePxPerMm: number) {
  const { layer, x, y, width, height } = placed
  const place = {
    left: x,
    top: y,
    originX: 'center',
    originY: 'center',
    angle: layer.rotationDeg,
  } as const
  if (layer.kind === 'photo') {
    const picture = pictureOf(pictures, layer.original)
    const canvas = document.createElement('canvas')
    canvas.width = picture.width
    canvas.height = picture.height
    canvas.getContext('2d')?.drawImage(picture, 0, 0)
    return new FabricImage(canvas, {
      ...place,
      scaleX: width / picture.width,
      scaleY: height / picture.height,
    })
  }
  if (layer.kind === 'doodle') {
    const stroke = strokeOf(layer)
    const points = stroke.points.map(([px, py]) => ({
      x: px * scalePxPerMm,
      y: py * scalePxPerMm,
    }))
    return new Polyline(points, {
      ...place,
      fill: null,
      stroke: stroke.colour,
      strokeWidth: stroke.widthMm * scalePxPerMm,
      strokeLineCap: 'round',
      strokeLineJoin: 'round',
    })
  }
  if (layer.kind !== 'text') throw new Error('this scene has photos, texts and doodles')
  return new FabricText(layer.text, {
    ...place,
    fontSize: layer.sizeMm * scalePxPerMm,
    fill: layer.colour,
  })
}

function fabricCanvas(
  design: Design,
  pictures: Map<string, ImageBitmap>,
  scalePxPerMm: number,
  width: number,
  height: number,
) {
  const canvas = new StaticCanvas(document.createElement('canvas'), {
    width,
    height,
    backgroundColor: '#fff6ee',
    enableRetinaScaling: false,
    renderOnAddRemove: false,
  })
  const objects = placedAt(design, scalePxPerMm, design.product.geometry.bleedMm).map((placed) =>
    fabricObject(placed, pictures, scalePxPerMm),
  )
  canvas.add(...objects)
  return { canvas, objects }
}

const pngOf = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob === null ? reject(new Error('no PNG')) : resolve(blob))),
  )

/** A 12 inch cake at 300 dpi as a PNG; answers how long it took and how large the file is. */
async function exportCake(peer: Peer): Promise<{ ms: number; bytes: number }> {
  const sources = await madePhotos(6, 2400, 1800)
  const design = cakeDesign(
    sources.map(({ photo }) => photo),
    15,
    5,
  )
  const { widthPx, heightPx, scalePxPerMm } = printPage(design.product.geometry, 300)
  // Whoever prints has a stage before them, and its worker with it.
  await compositor.attachStage(new OffscreenCanvas(1, 1))
  const start = performance.now()
  let file: Blob
  if (peer === 'stampa') {
    const answer = await compositor.exportPrint({ design, format: 'png', dpi: 300 })
    if (!answer.ok) throw new Error(answer.fault.cause)
    file = answer.value.file
  } else if (peer === 'konva') {
    const { stage } = konvaStage(design, await decoded(sources), scalePxPerMm, widthPx, heightPx)
    stage.draw()
    file = await pngOf(stage.toCanvas({ pixelRatio: 1 }))
  } else {
    const { canvas } = fabricCanvas(design, await decoded(sources), scalePxPerMm, widthPx, heightPx)
    canvas.renderAll()
    file = await pngOf(canvas.getElement())
  }
  return { ms: performance.now() - start, bytes: file.size }
}

const DRAG_STEPS = 40
const DRAGGED = 10

/** How many layers of each kind a scene has. */
export interface SceneSize {
  readonly photos: number
  readonly texts: number
  /** Each of one stroke of 2,000 points. */
  readonly doodles: number
}

/** Median time of one frame while one of many photos is dragged, on a 900 x 900 stage. */
async function dragFrame(peer: Peer, size: SceneSize): Promise<number> {
  const side = 900
  const sources = await madePhotos(6, 2400, 1800)
  const design = withDoodles(
    cakeDesign(
      sources.map(({ photo }) => photo),
      size.photos,
      size.texts,
    ),
    size.doodles,
  )
  const { widthMm, bleedMm } = design.product.geometry
  const scalePxPerMm = side / (widthMm + 2 * bleedMm)
  const frames: number[] = []
  const step =
    peer === 'stampa'
      ? await ourStep(design, side, scalePxPerMm, bleedMm)
      : peer === 'konva'
        ? konvaStep(design, await decoded(sources), side, scalePxPerMm)
        : fabricStep(design, await decoded(sources), side, scalePxPerMm)
  for (let at = 0; at < DRAG_STEPS; at++) {
    const start = performance.now()
    await step(at)
    frames.push(performance.now() - start)
  }
  return median(frames)
}

async function ourStep(design: Design, side: number, scalePxPerMm: number, bleedMm: number) {
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  await compositor.attachStage(canvas.transferControlToOffscreen())
  const origin = bleedMm * scalePxPerMm
  const view: StageView = {
    widthPx: side,
    heightPx: side,
    scalePxPerMm,
    originXPx: origin,
    originYPx: origin,
    theme: 'light',
  }
  const sender = new DesignSender()
  const draw = async (shown: Design) => {
    const outcome = await compositor.drawStage({
      design: sender.update(design),
      preview: shown === design ? null : diff(design, shown),
      view,
      hiddenLayerIds: [],
    })
    if (!outcome.ok || outcome.value !== 'drawn') throw new Error('a frame was not drawn')
  }
  await draw(design)
  // Frames without photos are quicker, and the others have theirs before the first.
  for (const layer of design.layers) {
    if (layer.kind === 'photo') await compositor.readyPhoto(layer)
  }
  await draw(design)
  const dragged = design.layers[DRAGGED]
  if (dragged === undefined) throw new Error('no layer to drag')
  return async (at: number) => {
    const layers = design.layers.with(DRAGGED, { ...dragged, xMm: dragged.xMm + at })
    await draw({ ...design, layers })
  }
}

function konvaStep(
  design: Design,
  pictures: Map<string, ImageBitmap>,
  side: number,
  scale: number,
) {
  const { layer, nodes } = konvaStage(design, pictures, scale, side, side)
  layer.draw()
  const startX = nodes[DRAGGED]?.x() ?? 0
  return async (at: number) => {
    nodes[DRAGGED]?.x(startX + at * scale)
    layer.draw()
  }
}

function fabricStep(
  design: Design,
  pictures: Map<string, ImageBitmap>,
  side: number,
  scale: number,
) {
  const { canvas, objects } = fabricCanvas(design, pictures, scale, side, side)
  canvas.renderAll()
  const startX = objects[DRAGGED]?.left ?? 0
  return async (at: number) => {
    objects[DRAGGED]?.set({ left: startX + at * scale })
    canvas.renderAll()
  }
}

declare global {
  interface Window {
    peers: {
      readonly exportCake: typeof exportCake
      readonly dragFrame: typeof dragFrame
      readonly adjustFrame: typeof adjustFrame
    }
  }
}
window.peers = { exportCake, dragFrame, adjustFrame }
document.body.dataset['ready'] = ''
