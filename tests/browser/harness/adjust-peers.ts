import { FabricImage, filters, StaticCanvas } from 'fabric'
import Konva from 'konva'
import { type Adjustments, neutralAdjustments } from '#core/design/adjustments.ts'
import { diff } from '#core/design/patch.ts'
import { DesignSender } from '#core/design/revisions.ts'
import { compositor } from '#src/worker-clients/compositor.ts'
import { median } from '../../fixtures/median.ts'
import { cakeDesign, madePhotos } from './peer-scene.ts'
import type { Peer } from './peers.ts'

/** What is set of the photo: its light alone, or all that there is. */
export type AdjustedBy = 'light' | 'everything'

const SIDE_PX = 900
const PHOTO = { widthPx: 4000, heightPx: 3000 }
const STEPS = 40
/** From -0.5 to 0.5. */
const lightAt = (step: number): number => step / STEPS - 0.5

const everything: Adjustments = {
  look: { lookId: 'linen', amount: 0.7 },
  light: 0,
  contrast: 0.2,
  highlights: -0.4,
  shadows: 0.4,
  warmth: 0.2,
  tint: 0.1,
  saturation: 0.2,
  clarity: 0.4,
  monochrome: 0.1,
  vignette: 0.4,
  grain: 0.3,
}

type Step = (at: number) => Promise<void>

/** Median time of one frame while the light of a 12 MP photo that fills a 900 px stage is set. */
export async function adjustFrame(peer: Peer, by: AdjustedBy): Promise<number> {
  const [source] = await madePhotos(1, PHOTO.widthPx, PHOTO.heightPx)
  if (source === undefined) throw new Error('no photo')
  const step =
    peer === 'stampa'
      ? await ourStep(source.photo, by === 'light' ? neutralAdjustments : everything)
      : await peerStep(peer, await createImageBitmap(source.blob))
  const frames: number[] = []
  for (let at = 0; at < STEPS; at++) {
    const began = performance.now()
    await step(at)
    frames.push(performance.now() - began)
  }
  return median(frames)
}

async function ourStep(
  photo: Parameters<typeof cakeDesign>[0][number],
  settings: Adjustments,
): Promise<Step> {
  const canvas = document.createElement('canvas')
  canvas.width = SIDE_PX
  canvas.height = SIDE_PX
  await compositor.attachStage(canvas.transferControlToOffscreen())
  const spread = cakeDesign([photo], 1, 0)
  const { widthMm, bleedMm } = spread.product.geometry
  const [placed] = spread.layers
  if (placed?.kind !== 'photo') throw new Error('no photo layer')
  const fills = { xMm: widthMm / 2, yMm: widthMm / 2, widthMm, heightMm: widthMm, rotationDeg: 0 }
  const layer = { ...placed, ...fills, adjustments: settings }
  const design = { ...spread, layers: [layer] }
  const scalePxPerMm = SIDE_PX / (widthMm + 2 * bleedMm)
  const origin = bleedMm * scalePxPerMm
  const sender = new DesignSender()
  const draw = (light: number) => {
    const adjusted = { ...layer, adjustments: { ...settings, light } }
    return compositor.drawStage({
      design: sender.update(design),
      preview: diff(design, { ...design, layers: [adjusted] }),
      view: {
        widthPx: SIDE_PX,
        heightPx: SIDE_PX,
        scalePxPerMm,
        originXPx: origin,
        originYPx: origin,
        theme: 'light',
      },
      hiddenLayerIds: [],
    })
  }
  await draw(0)
  await compositor.readyPhoto({ ...layer, adjustments: everything })
  return async (at) => {
    await draw(lightAt(at))
  }
}

/** The photo at the stage's size: what their filters are given is what is shown. */
async function peerStep(peer: 'konva' | 'fabric', bitmap: ImageBitmap): Promise<Step> {
  const picture = document.createElement('canvas')
  picture.width = SIDE_PX
  picture.height = SIDE_PX
  picture.getContext('2d')?.drawImage(bitmap, 0, 0, SIDE_PX, SIDE_PX)
  bitmap.close()
  return peer === 'konva' ? konvaStep(picture) : fabricStep(picture)
}

function konvaStep(image: HTMLCanvasElement): Step {
  const container = document.body.appendChild(document.createElement('div'))
  const stage = new Konva.Stage({ container, width: SIDE_PX, height: SIDE_PX })
  const layer = new Konva.Layer()
  const node = new Konva.Image({ image, width: SIDE_PX, height: SIDE_PX })
  node.cache({ pixelRatio: 1 })
  node.filters([Konva.Filters.Brighten])
  layer.add(node)
  stage.add(layer)
  return async (at) => {
    node.brightness(lightAt(at))
    layer.draw()
  }
}

function fabricStep(image: HTMLCanvasElement): Step {
  const canvas = new StaticCanvas(document.createElement('canvas'), {
    width: SIDE_PX,
    height: SIDE_PX,
    enableRetinaScaling: false,
    renderOnAddRemove: false,
  })
  const shown = new FabricImage(image)
  canvas.add(shown)
  return async (at) => {
    shown.filters = [new filters.Brightness({ brightness: lightAt(at) })]
    shown.applyFilters()
    canvas.renderAll()
  }
}
