import { layerBase } from '#core/design/create.ts'
import { DESIGN_VERSION, type Design, type Layer, type PhotoRef } from '#core/design/document.ts'
import { PhotoStore } from '#workers/photo-store/photo-store.ts'
import { photoLayer, textLayer } from './compositor-designs.ts'

export interface ImageSource {
  readonly photo: PhotoRef
  readonly blob: Blob
}

const store = new PhotoStore()

/** Made photographs: soft colour, fine lines, and noise that does not compress away. */
export async function madePhotos(
  count: number,
  widthPx: number,
  heightPx: number,
): Promise<ImageSource[]> {
  const sources: ImageSource[] = []
  for (let seed = 0; seed < count; seed++) {
    const canvas = new OffscreenCanvas(widthPx, heightPx)
    const ctx = canvas.getContext('2d')
    if (ctx === null) throw new Error('no canvas')
    const sky = ctx.createLinearGradient(0, 0, widthPx, heightPx)
    sky.addColorStop(0, `hsl(${seed * 53} 70% 75%)`)
    sky.addColorStop(1, `hsl(${seed * 53 + 80} 55% 35%)`)
    ctx.fillStyle = sky
    ctx.fillRect(0, 0, widthPx, heightPx)
    for (let at = 0; at < 4000; at++) {
      const angle = at * 2.399963 + seed
      ctx.fillStyle = `hsl(${at % 360} 60% ${30 + (at % 50)}%)`
      ctx.fillRect(
        widthPx / 2 + Math.cos(angle) * Math.sqrt(at) * (widthPx / 130),
        heightPx / 2 + Math.sin(angle) * Math.sqrt(at) * (heightPx / 130),
        14,
        9,
      )
    }
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 })
    const hash = await store.put(blob)
    sources.push({ photo: { hash, widthPx, heightPx, mediaType: 'image/jpeg' }, blob })
  }
  return sources
}

/** A square 12 inch cake with photos and texts spread over it, each turned a little. */
export function cakeDesign(
  photos: readonly PhotoRef[],
  photoCount: number,
  textCount: number,
): Design {
  const spot = (at: number) => ({
    xMm: 40 + ((at * 67) % 225),
    yMm: 40 + ((at * 43) % 225),
    rotationDeg: (at * 17) % 40,
  })
  const layers = Array.from({ length: photoCount + textCount }, (_, at) => {
    const photo = photos[at % photos.length]
    if (photo === undefined) throw new Error('a scene needs photos')
    if (at < photoCount) {
      return photoLayer(photo, { id: `photo-${at}`, ...spot(at), widthMm: 80, heightMm: 60 })
    }
    return textLayer({ id: `text-${at}`, text: 'Happy Birthday', ...spot(at) })
  })
  const widthMm = 304.8
  return {
    version: DESIGN_VERSION,
    id: 'bench',
    title: '',
    product: {
      kind: 'cake',
      catalogueVersion: 1,
      shape: 'square',
      sizeInches: 12,
      geometry: { widthMm, heightMm: widthMm, cornerRadiusMm: 0, bleedMm: 3, safeMm: 3, holes: [] },
    },
    background: { kind: 'colour', colour: '#fff6ee' },
    layout: { layoutId: 'free', gapMm: 0, marginMm: 0, cornerRadiusMm: 0 },
    layers,
  }
}

const DOODLE_POINTS = 2000

/** The design with doodles on top, each one stroke that winds about its middle. */
export function withDoodles(design: Design, count: number): Design {
  const doodles = Array.from({ length: count }, (_, at): Layer => {
    const points = Array.from(
      { length: DOODLE_POINTS },
      (_point, step): [number, number, number] => {
        const turn = step / 14
        const reach = 8 + 12 * Math.sin(step / 170 + at)
        return [round(Math.cos(turn) * reach), round(Math.sin(turn) * reach), 0.5]
      },
    )
    return {
      kind: 'doodle',
      ...layerBase(`doodle-${at}`),
      xMm: 40 + ((at * 59) % 225),
      yMm: 40 + ((at * 31) % 225),
      widthMm: 40,
      heightMm: 40,
      strokes: [{ points, colour: '#1d4f8f', widthMm: 0.8, eraser: false }],
    }
  })
  return { ...design, layers: [...design.layers, ...doodles] }
}

const round = (value: number): number => Math.round(value * 100) / 100
