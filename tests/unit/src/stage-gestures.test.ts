import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { doodleLayer, textLayer } from '#core/design/create.ts'
import type { DoodleLayer, TextLayer } from '#core/design/document.ts'
import { addLayers, groupLayers, removeLayers } from '#core/design/edits/layers.ts'
import { setLayout } from '#core/design/edits/slots.ts'
import { frameOf } from '#core/design/frame.ts'
import { slotsOf } from '#core/design/slot-state.ts'
import { editAtom, previewAtom, redoAtom, undoAtom } from '#src/state/editor.ts'
import {
  chosenViewAtom,
  guidesAtom,
  marqueeAtom,
  snappingAtom,
  stageModeAtom,
} from '#src/state/view.ts'
import type { Grip } from '#src/studio/stage/controller.ts'
import { caseWith, emptyCase, freePhoto, ids, layer, photo } from '../design/designs.ts'
import { type Place, StageHand } from './stage-hand.ts'

const below = (id: string, yMm: number) =>
  freePhoto(id, { yMm, xMm: 36, widthMm: 20, heightMm: 20 })
const two = () => caseWith(below('a', 60), below('b', 100))

/** Words of 20 x 8 mm at a place. */
const words = (id: string, xMm: number, yMm: number): TextLayer => ({
  ...textLayer(emptyCase(), id, 'Ciao'),
  xMm,
  yMm,
  widthMm: 20,
  heightMm: 8,
})

/** One line from left to right over the print's lower part. */
const line = (id: string): DoodleLayer => ({
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
const lineY = emptyCase().product.geometry.heightMm / 2 + 30

/** A layout of two places, both filled. */
function twoPlaces() {
  const laid = setLayout(caseWith(freePhoto('a'), freePhoto('b')), {
    layoutId: 'halves-horizontal',
  })
  const slot = slotsOf(laid)[0]
  if (slot === undefined) throw new Error('no slot')
  const middle: Place = [slot.xMm, slot.yMm]
  return { laid, middle }
}

const cornerGrip: Grip = { kind: 'handle', handle: 'se' }
const turnGrip: Grip = { kind: 'rotate' }

const stageWith = (...given: ConstructorParameters<typeof StageHand>): StageHand => {
  const hand = new StageHand(...given)
  hand.store.set(snappingAtom, false)
  return hand
}

const tracesOf = ({ store }: StageHand) => ({
  preview: store.get(previewAtom),
  guides: store.get(guidesAtom),
  marquee: store.get(marqueeAtom),
})
const noTraces = { preview: null, guides: [], marquee: null }

describe('every gesture', () => {
  const doodling = () => {
    const hand = stageWith(caseWith(line('d'), below('a', 60)), ['d'])
    hand.store.set(stageModeAtom, 'doodle')
    return hand
  }
  const begun: readonly (readonly [name: string, begin: () => StageHand, changes: boolean])[] = [
    [
      'a drag of one layer',
      () => {
        const hand = stageWith(two())
        hand.down([36, 60])
        hand.move([50, 80])
        return hand
      },
      true,
    ],
    [
      'a drag of several layers',
      () => {
        const hand = stageWith(two(), ['a', 'b'])
        hand.down([36, 60])
        hand.move([50, 80])
        return hand
      },
      true,
    ],
    [
      'moving a photo within its place',
      () => {
        const { laid, middle } = twoPlaces()
        const hand = stageWith(laid, ['a'])
        hand.down(middle)
        hand.move([middle[0] + 8, middle[1] + 3])
        return hand
      },
      true,
    ],
    [
      'pulling a corner',
      () => {
        const hand = stageWith(two(), ['a'])
        hand.down([46, 70], { grip: cornerGrip })
        hand.move([56, 80])
        return hand
      },
      true,
    ],
    [
      'pulling the corner of several layers',
      () => {
        const hand = stageWith(two(), ['a', 'b'])
        hand.down([46, 110], { grip: cornerGrip })
        hand.move([56, 130])
        return hand
      },
      true,
    ],
    [
      'turning',
      () => {
        const hand = stageWith(two(), ['a'])
        hand.down([36, 75], { grip: turnGrip })
        hand.move([51, 60])
        return hand
      },
      true,
    ],
    [
      'two fingers on a layer',
      () => {
        const hand = stageWith(two(), ['a'])
        hand.down([32, 60])
        hand.down([40, 60], {}, 2)
        hand.move([45, 70], 2)
        return hand
      },
      true,
    ],
    [
      'two fingers beside it',
      () => {
        const hand = stageWith(two(), ['a'])
        hand.down([10, 130])
        hand.down([30, 130], {}, 2)
        hand.move([60, 120], 2)
        return hand
      },
      false,
    ],
    [
      'a stroke of the pen',
      () => {
        const hand = doodling()
        hand.down([20, 40])
        hand.move([40, 60])
        return hand
      },
      true,
    ],
    [
      'a selection rectangle',
      () => {
        const hand = stageWith(two())
        hand.down([5, 40], {}, 1, true)
        hand.move([60, 130])
        return hand
      },
      false,
    ],
    [
      'moving the stage',
      () => {
        const hand = stageWith(two())
        hand.down([5, 130])
        hand.move([40, 100])
        return hand
      },
      false,
    ],
  ]

  for (const [name, begin, changes] of begun) {
    it(`${name} leaves the document alone until it ends, and shows what it would do`, () => {
      const hand = begin()
      const before = hand.design
      expect(hand.store.set(undoAtom)).toBe(false)
      expect(hand.design).toBe(before)
      expect(hand.shown !== before).toBe(changes)
    })

    it(`${name} ends as it was shown, in one step of undo`, () => {
      const hand = begin()
      const before = hand.design
      const shown = hand.shown
      hand.up([0, 0])
      expect(hand.design).toEqual(shown)
      expect(tracesOf(hand)).toEqual(noTraces)
      expect(hand.store.set(undoAtom)).toBe(changes)
      expect(hand.design).toEqual(before)
    })

    it(`${name} is given up without a trace`, () => {
      const untouched = begin()
      untouched.controller.cancel()
      const hand = begin()
      const before = hand.design
      hand.controller.cancel()
      expect(hand.design).toBe(before)
      expect(hand.selection).toEqual(untouched.selection)
      expect(hand.store.get(chosenViewAtom)).toBeNull()
      expect(tracesOf(hand)).toEqual(noTraces)
      expect(hand.store.set(undoAtom)).toBe(false)
      expect(hand.store.set(redoAtom)).toBe(false)
    })

    it(`${name} goes on over what an undo leaves`, () => {
      const hand = begin()
      hand.store.set(editAtom, { edit: (design) => ({ ...design, title: 'Nonna' }) })
      hand.store.set(undoAtom)
      const shown = hand.shown
      hand.up([0, 0])
      expect(hand.design).toEqual(shown)
      expect(hand.design.title).toBe('')
      while (hand.store.set(undoAtom)) expect(hand.design.layers.length).toBeGreaterThan(0)
    })

    it(`${name} survives that all layers are taken away under it`, () => {
      const hand = begin()
      const all = ids(hand.design)
      hand.store.set(editAtom, { edit: (design) => removeLayers(design, all) })
      hand.move([30, 90])
      expect(tracesOf(hand)).toBeDefined()
      hand.up([30, 90])
      expect(ids(hand.design).filter((id) => all.includes(id))).toEqual([])
    })

    it(`${name} keeps what was added while it ran`, () => {
      const hand = begin()
      hand.store.set(editAtom, { edit: (design) => addLayers(design, [words('late', 36, 120)]) })
      hand.move([30, 90])
      hand.up([30, 90])
      expect(ids(hand.design)).toContain('late')
    })
  }
})

describe('a drag', () => {
  it('of several layers that is given up changes nothing, not even their places in a layout', () => {
    const { laid, middle } = twoPlaces()
    const hand = stageWith(laid, ['a', 'b'])
    hand.down(middle)
    hand.move([middle[0] + 20, middle[1]])
    hand.controller.cancel()
    expect(hand.design).toBe(laid)
    expect(hand.store.set(undoAtom)).toBe(false)
  })

  it('of several layers leaves photos in their places of the layout', () => {
    const { laid, middle } = twoPlaces()
    const hand = stageWith(addLayers(laid, [words('t', 36, 30)]), ['a', 'b', 't'])
    hand.drag(middle, [middle[0] + 10, middle[1]])
    expect(photo(hand.design, 'a')).toEqual(photo(laid, 'a'))
    expect(layer(hand.design, 't').xMm).toBeCloseTo(46)
  })

  it('goes where the finger was last of all the moves that came together', () => {
    const hand = stageWith(two())
    hand.down([36, 60])
    hand.moveThrough([
      [40, 60],
      [44, 60],
      [48, 60],
    ])
    expect(layer(hand.shown, 'a').xMm).toBeCloseTo(48)
  })

  it('of an unselected layer that is given up selects what was selected before', () => {
    const hand = stageWith(two(), ['b'])
    hand.down([36, 60])
    hand.move([50, 60])
    expect(hand.selection).toEqual(['a'])
    hand.controller.cancel()
    expect(hand.selection).toEqual(['b'])
  })

  it('becomes a pinch with the second finger, and is as if it had never been', () => {
    const hand = stageWith(two(), ['a'])
    hand.down([36, 60])
    hand.move([46, 60])
    hand.down([40, 60], {}, 2)
    expect(hand.shown).toBe(hand.design)
    hand.move([46, 60])
    hand.up([46, 60])
    hand.up([40, 60], 2)
    expect(layer(hand.design, 'a').scale).toBeCloseTo(1, 5)
  })

  it('is not disturbed by a third finger', () => {
    const hand = stageWith(two(), ['a'])
    hand.down([32, 60])
    hand.down([40, 60], {}, 2)
    hand.down([60, 140], {}, 3)
    hand.up([60, 140], 3)
    hand.move([48, 60], 2)
    hand.up([48, 60], 2)
    expect(layer(hand.design, 'a').scale).toBeCloseTo(2)
  })
})

it('a finger that comes down again without having gone up leaves nothing of its first stroke', () => {
  const hand = new StageHand(two())
  hand.store.set(stageModeAtom, 'doodle')
  hand.down([10, 10])
  hand.move([30, 30])
  hand.down([10, 10], { grip: { kind: 'rotate' } })
  hand.controller.cancel()
  expect(hand.shown).toBe(hand.design)
})

describe('two fingers', () => {
  it('on a photo in a place of the layout zoom it there', () => {
    const { laid, middle } = twoPlaces()
    const hand = stageWith(laid, ['a'])
    const [x, y] = middle
    hand.pinch(
      [
        [x - 4, y],
        [x + 4, y],
      ],
      [
        [x - 8, y],
        [x + 8, y],
      ],
    )
    const before = photo(laid, 'a')
    const after = photo(hand.design, 'a')
    expect(after.slotId).toBe(before.slotId)
    expect({ ...after, crop: before.crop }).toEqual(before)
    expect(after.crop.width).toBeCloseTo(before.crop.width / 2)
  })

  it('on a group scale all of it, and keep its shape', () => {
    const hand = stageWith(groupLayers(two(), ['a', 'b'], 'g'), ['a', 'b'])
    hand.pinch(
      [
        [36, 60],
        [36, 100],
      ],
      [
        [36, 50],
        [36, 110],
      ],
    )
    const [a, b] = [layer(hand.design, 'a'), layer(hand.design, 'b')]
    expect([a.scale, b.scale]).toEqual([expect.closeTo(1.5), expect.closeTo(1.5)])
    expect([a.yMm, b.yMm]).toEqual([expect.closeTo(50), expect.closeTo(110)])
  })

  it('move the view while the pen is out, wherever they are', () => {
    const hand = stageWith(caseWith(line('d')), ['d'])
    hand.store.set(stageModeAtom, 'doodle')
    hand.pinch(
      [
        [30, lineY],
        [40, lineY],
      ],
      [
        [20, lineY],
        [50, lineY],
      ],
    )
    expect(hand.design).toEqual(caseWith(line('d')))
    expect(hand.store.get(chosenViewAtom)).not.toBeNull()
  })
})

describe('the box round several layers', () => {
  it('scales all of them about its far corner', () => {
    const hand = stageWith(two(), ['a', 'b'])
    hand.drag([46, 110], [66, 170], { grip: cornerGrip })
    const [a, b] = [layer(hand.design, 'a'), layer(hand.design, 'b')]
    expect([a.scale, b.scale]).toEqual([expect.closeTo(2), expect.closeTo(2)])
    expect(frameOf(a)).toMatchObject({ xMm: expect.closeTo(46), yMm: expect.closeTo(70) })
    expect(b.yMm).toBeCloseTo(150)
  })

  it('turns all of them about its middle', () => {
    const hand = stageWith(two(), ['a', 'b'])
    hand.drag([36, 120], [-4, 80], { grip: turnGrip })
    const [a, b] = [layer(hand.design, 'a'), layer(hand.design, 'b')]
    expect([a.rotationDeg, b.rotationDeg]).toEqual([expect.closeTo(90), expect.closeTo(90)])
    expect([a.xMm, a.yMm]).toEqual([expect.closeTo(56), expect.closeTo(80)])
    expect([b.xMm, b.yMm]).toEqual([expect.closeTo(16), expect.closeTo(80)])
  })

  it('makes none of them smaller than a finger finds', () => {
    const hand = stageWith(caseWith(below('a', 60), words('t', 36, 100)), ['a', 't'])
    hand.drag([46, 104], [26.1, 50.1], { grip: cornerGrip })
    expect(layer(hand.design, 't').scale * 8).toBeCloseTo(2)
    expect(layer(hand.design, 'a').scale).toBeCloseTo(layer(hand.design, 't').scale)
  })
})

describe('a doodle', () => {
  it('is touched on its strokes and nowhere else', () => {
    const hand = stageWith(caseWith(below('a', 60), line('d')))
    hand.tap([36, 60])
    expect(hand.selection).toEqual(['a'])
    hand.wait(1000)
    hand.tap([36, lineY])
    expect(hand.selection).toEqual(['d'])
    hand.wait(1000)
    hand.tap([36, 130])
    expect(hand.selection).toEqual([])
  })

  it('is not touched where it was erased', () => {
    const erased = {
      ...line('d'),
      strokes: [
        ...line('d').strokes,
        {
          points: [[0, 30, 0.5] as [number, number, number]],
          colour: '#000000',
          widthMm: 20,
          eraser: true,
        },
      ],
    }
    const hand = stageWith(caseWith(erased))
    hand.tap([36, lineY])
    expect(hand.selection).toEqual([])
    hand.tap([18, lineY])
    expect(hand.selection).toEqual(['d'])
  })

  it('is seen in a box round its strokes, however it lies', () => {
    expect(frameOf(line('d'))).toMatchObject({ widthMm: 42, heightMm: 2, yMm: lineY })
    const turned = { ...line('d'), rotationDeg: 90, scale: 2, flipX: true }
    expect(frameOf(turned)).toMatchObject({ widthMm: 42, heightMm: 2, scale: 2 })
    expect(frameOf(turned).xMm).toBeCloseTo(line('d').xMm - 60)
  })

  it('that is pulled at a corner keeps the other one', () => {
    const hand = stageWith(caseWith(line('d')), ['d'])
    const before = frameOf(line('d'))
    const right = before.xMm + 21
    hand.drag([right, lineY + 1], [right + 42, lineY + 3], { grip: cornerGrip })
    const after = frameOf(layer(hand.design, 'd'))
    expect(after.scale).toBeCloseTo(2)
    expect(after.xMm - (after.widthMm * after.scale) / 2).toBeCloseTo(before.xMm - 21)
  })

  it('keeps the stroke that is being drawn when it is taken away', () => {
    const hand = stageWith(caseWith(line('d')), ['d'])
    hand.store.set(stageModeAtom, 'doodle')
    hand.down([20, 40])
    hand.move([40, 60])
    hand.store.set(editAtom, { edit: (design) => removeLayers(design, ['d']) })
    hand.up([40, 60])
    const [sheet] = hand.design.layers
    expect(sheet).toMatchObject({ kind: 'doodle', strokes: [{ eraser: false }] })
    expect(hand.selection).toEqual([sheet?.id])
  })
})

describe('a tap', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  const over = () => stageWith(caseWith(freePhoto('photo'), words('text', 36, 90)))
  const slowly = (hand: StageHand) => {
    hand.wait(1000)
    vi.advanceTimersByTime(1000)
  }

  it('twice on words over a photo means the words, selected already or not', () => {
    const hand = over()
    for (const times of [1, 2]) {
      hand.tap([36, 90])
      hand.wait(120)
      hand.tap([36, 90])
      slowly(hand)
      expect(hand.selection).toEqual(['text'])
      expect(hand.doubleTaps).toBe(times)
    }
  })

  it('slowly goes through what lies on each other', () => {
    const hand = over()
    const seen = [0, 1, 2].map(() => {
      hand.tap([36, 90])
      slowly(hand)
      return hand.selection[0]
    })
    expect(seen).toEqual(['text', 'photo', 'text'])
    expect(hand.doubleTaps).toBe(0)
  })

  it('followed by something else chooses nothing late', () => {
    const hand = over()
    hand.tap([36, 90])
    slowly(hand)
    hand.tap([36, 90])
    hand.wait(100)
    hand.drag([36, 90], [46, 90])
    slowly(hand)
    expect(hand.selection).toEqual(['text'])
    expect(layer(hand.design, 'text').xMm).toBeGreaterThan(40)
  })

  it('with Shift adds to the selection and takes from it', () => {
    const hand = stageWith(two())
    hand.tap([36, 60], { adding: true })
    hand.tap([36, 100], { adding: true })
    expect(hand.selection).toEqual(['a', 'b'])
    hand.tap([36, 60], { adding: true })
    expect(hand.selection).toEqual(['b'])
  })
})
