import { describe, expect, it } from 'vitest'
import { addLayers, groupLayers, removeLayers } from '#core/design/edits/layers.ts'
import { frameOf } from '#core/design/frame.ts'
import { editAtom, undoAtom } from '#src/state/editor.ts'
import { chosenViewAtom, stageModeAtom } from '#src/state/view.ts'
import { caseWith, layer, photo } from '../../design/designs.ts'
import { StageHand } from './stage-hand.ts'
import {
  below,
  cornerGrip,
  line,
  lineY,
  stageWith,
  turnGrip,
  two,
  twoPlaces,
  words,
} from './stage-scenes.ts'

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
