import { doodleLayer, textLayer } from '#core/design/create.ts'
import type { DoodleLayer, TextLayer } from '#core/design/document.ts'
import { setLayout } from '#core/design/edits/slots.ts'
import { slotsOf } from '#core/design/slot-state.ts'
import { previewAtom } from '#src/state/editor.ts'
import { guidesAtom, marqueeAtom, snappingAtom } from '#src/state/view.ts'
import type { Grip } from '#src/studio/stage/controller.ts'
import { caseWith, emptyCase, freePhoto } from '../../design/designs.ts'
import { type Place, StageHand } from './stage-hand.ts'

export const below = (id: string, yMm: number) =>
  freePhoto(id, { yMm, xMm: 36, widthMm: 20, heightMm: 20 })
export const two = () => caseWith(below('a', 60), below('b', 100))

/** Words of 20 x 8 mm at a place. */
export const words = (id: string, xMm: number, yMm: number): TextLayer => ({
  ...textLayer(emptyCase(), id, 'Ciao'),
  xMm,
  yMm,
  widthMm: 20,
  heightMm: 8,
})

/** One line from left to right over the print's lower part. */
export const line = (id: string): DoodleLayer => ({
  ...doodleLayer(emptyCase(), id),
  strokes: [
    {
      points: [
        [-20, 30, 0.5],
        [20, 30, 0.5],
      ],
      colour: '#000000',
      widthMm: 2,
      eraser: false,
    },
  ],
})
/** Where the line of {@link line} lies on the print. */
export const lineY = emptyCase().product.geometry.heightMm / 2 + 30

/** A layout of two places, both filled. */
export function twoPlaces() {
  const laid = setLayout(caseWith(freePhoto('a'), freePhoto('b')), {
    layoutId: 'halves-horizontal',
  })
  const slot = slotsOf(laid)[0]
  if (slot === undefined) throw new Error('no slot')
  const middle: Place = [slot.xMm, slot.yMm]
  return { laid, middle }
}

export const cornerGrip: Grip = { kind: 'handle', handle: 'se' }
export const turnGrip: Grip = { kind: 'rotate' }

export const stageWith = (...given: ConstructorParameters<typeof StageHand>): StageHand => {
  const hand = new StageHand(...given)
  hand.store.set(snappingAtom, false)
  return hand
}

export const tracesOf = ({ store }: StageHand) => ({
  preview: store.get(previewAtom),
  guides: store.get(guidesAtom),
  marquee: store.get(marqueeAtom),
})
export const noTraces = { preview: null, guides: [], marquee: null }
