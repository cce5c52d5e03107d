import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addLayers, removeLayers } from '#core/design/edits/layers.ts'
import { editAtom, redoAtom, undoAtom } from '#src/state/editor.ts'
import { chosenViewAtom, stageModeAtom } from '#src/state/view.ts'
import { caseWith, freePhoto, ids, layer } from '../../design/designs.ts'
import type { StageHand } from './stage-hand.ts'
import {
  below,
  cornerGrip,
  line,
  noTraces,
  stageWith,
  tracesOf,
  turnGrip,
  two,
  twoPlaces,
  words,
} from './stage-scenes.ts'

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
