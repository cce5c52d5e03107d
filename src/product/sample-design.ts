import { newDesign } from '#core/design/create.ts'
import type { Background, Design, Product } from '#core/design/document.ts'
import { stickerLayer } from '#core/design/new-sticker.ts'

interface Look {
  readonly background: Background
  readonly stickers: readonly {
    readonly id: string
    readonly x: number
    readonly y: number
    readonly scale: number
    readonly turn: number
  }[]
}

const gradient = (angleDeg: number, ...colours: readonly string[]): Background => ({
  kind: 'gradient',
  gradient: 'linear',
  angleDeg,
  stops: colours.map((colour, index) => ({ at: index / (colours.length - 1), colour })),
})

/** What the products in the shop window are printed with; places are shares of the print. */
const looks: readonly Look[] = [
  {
    background: gradient(20, '#f7d9b5', '#e98f6f', '#b8351a'),
    stickers: [
      { id: 'sun-with-face', x: 0.66, y: 0.42, scale: 1.1, turn: 8 },
      { id: 'palm-tree', x: 0.34, y: 0.7, scale: 1.4, turn: -6 },
      { id: 'dolphin', x: 0.68, y: 0.82, scale: 0.9, turn: -12 },
    ],
  },
  {
    background: gradient(160, '#dcebe4', '#6fb3a1', '#2a6056'),
    stickers: [
      { id: 'blossom', x: 0.32, y: 0.5, scale: 1.2, turn: -10 },
      { id: 'butterfly', x: 0.68, y: 0.62, scale: 0.9, turn: 14 },
      { id: 'cherry-blossom', x: 0.42, y: 0.82, scale: 1, turn: 6 },
    ],
  },
  {
    background: gradient(0, '#fdf3f0', '#f9c9c2'),
    stickers: [
      { id: 'birthday-cake', x: 0.5, y: 0.5, scale: 1.25, turn: 0 },
      { id: 'balloon', x: 0.24, y: 0.34, scale: 0.7, turn: -12 },
      { id: 'party-popper', x: 0.76, y: 0.36, scale: 0.7, turn: 10 },
      { id: 'sparkles', x: 0.5, y: 0.8, scale: 0.6, turn: 0 },
    ],
  },
]

/** A design for a picture in the shop; nobody's draft. */
export function sampleDesign(product: Product, look: number): Design {
  const { background, stickers } = looks[look % looks.length] ?? {
    background: gradient(0, '#fff', '#eee'),
    stickers: [],
  }
  const blank = { ...newDesign(product, `sample-${look}`), background }
  const { widthMm, heightMm } = product.geometry
  const layers = stickers.map(({ id, x, y, scale, turn }, index) => ({
    ...stickerLayer(blank, `sticker-${index}`, id, { at: { xMm: x * widthMm, yMm: y * heightMm } }),
    scale,
    rotationDeg: turn,
  }))
  return { ...blank, layers }
}
