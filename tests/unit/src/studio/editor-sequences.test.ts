import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Design, designSchema } from '#core/design/document.ts'
import { pushDerived } from '#core/design/edits/photo.ts'
import { setLayout } from '#core/design/edits/slots.ts'
import { handles } from '#core/design/handles.ts'
import { editAtom, redoAtom, undoAtom } from '#src/state/editor.ts'
import { stageModeAtom } from '#src/state/view.ts'
import type { Grip } from '#src/studio/stage/controller.ts'
import { caseWith, derivedPhoto, doingArbitrary, freePhoto } from '../../design/designs.ts'
import { type Place, StageHand } from './stage-hand.ts'

/** Something that happens to an open design. */
interface Happening {
  readonly words: string
  /** Whether it may take a layer away: an edit may, fingers and tools may not. */
  readonly mayRemove: boolean
  happen(hand: StageHand, serial: number): void
}

const place: fc.Arbitrary<Place> = fc.tuple(
  fc.double({ min: -20, max: 95, noNaN: true }),
  fc.double({ min: -20, max: 170, noNaN: true }),
)
const finger = fc.constantFrom(1, 2, 3)
const grip = fc.option(
  fc.oneof(
    fc.constant<Grip>({ kind: 'rotate' }),
    fc.constantFrom(...handles).map((handle): Grip => ({ kind: 'handle', handle })),
  ),
  { nil: null },
)

const gesture = (words: string, happen: Happening['happen']): Happening => ({
  words,
  mayRemove: false,
  happen,
})

const happenings: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(place, finger, grip, fc.boolean(), fc.boolean())
      .map(([at, id, held, adding, mouse]) =>
        gesture(
          `finger ${id} down at ${at.map(Math.round).join()} on ${JSON.stringify(held)}`,
          (hand) => hand.down(at, { grip: held, adding }, id, mouse),
        ),
      ),
  },
  {
    weight: 6,
    arbitrary: fc
      .tuple(place, finger)
      .map(([at, id]) =>
        gesture(`finger ${id} to ${at.map(Math.round).join()}`, (hand) => hand.move(at, id)),
      ),
  },
  {
    weight: 5,
    arbitrary: fc
      .tuple(place, finger)
      .map(([at, id]) => gesture(`finger ${id} up`, (hand) => hand.up(at, id))),
  },
  fc.constant(gesture('cancelled', (hand) => hand.controller.cancel())),
  fc
    .constantFrom('select', 'doodle')
    .map((mode) => gesture(`mode ${mode}`, (hand) => hand.store.set(stageModeAtom, mode))),
  fc.integer({ min: 0, max: 900 }).map((ms) =>
    gesture(`${ms} ms pass`, (hand) => {
      hand.wait(ms)
      vi.advanceTimersByTime(ms)
    }),
  ),
  fc.nat(11).map((at) =>
    gesture('a tool is done', (hand, serial) => {
      const id = hand.design.layers[at % Math.max(1, hand.design.layers.length)]?.id ?? ''
      const result = derivedPhoto('sketch', String.fromCharCode(65 + (serial % 26)))
      hand.store.set(editAtom, { edit: (design) => pushDerived(design, id, result) })
    }),
  ),
  {
    weight: 4,
    arbitrary: doingArbitrary.map((doing) => ({
      words: 'an edit',
      mayRemove: true,
      happen: (hand: StageHand, serial: number) =>
        hand.store.set(editAtom, { edit: (design) => doing(design, serial) }),
    })),
  },
  fc.constant({
    words: 'undo',
    mayRemove: true,
    happen: (hand: StageHand) => void hand.store.set(undoAtom),
  }),
  fc.constant({
    words: 'redo',
    mayRemove: true,
    happen: (hand: StageHand) => void hand.store.set(redoAtom),
  }),
)

const start = (): Design =>
  setLayout(caseWith(freePhoto('a'), freePhoto('b'), freePhoto('c', { yMm: 60 })), {
    layoutId: 'halves-horizontal',
  })

/** What must never get lost: layers, and the strokes of each. */
const contentOf = (design: Design): readonly string[] =>
  design.layers.flatMap((layer) => [
    layer.id,
    ...(layer.kind === 'doodle' ? layer.strokes.map((_, at) => `${layer.id} ${at}`) : []),
  ])

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('whatever fingers, edits, tools and undo do in turn: the design is valid, nothing added is lost, and undoing all leads back', () => {
  fc.assert(
    fc.property(fc.array(happenings, { minLength: 5, maxLength: 60 }), (list) => {
      const hand = new StageHand(start())
      list.forEach((happening, serial) => {
        const { mayRemove } = happening
        const before = contentOf(hand.design)
        happening.happen(hand, serial)
        expect(designSchema.safeParse(hand.design).error?.issues).toBeUndefined()
        expect(designSchema.safeParse(hand.shown).error?.issues).toBeUndefined()
        if (!mayRemove) expect(contentOf(hand.design)).toEqual(expect.arrayContaining([...before]))
        const there = new Set(hand.design.layers.map(({ id }) => id))
        expect(hand.selection.filter((id) => !there.has(id))).toEqual([])
      })
      hand.controller.cancel()
      expect(hand.shown).toBe(hand.design)
      while (hand.store.set(undoAtom)) vi.advanceTimersByTime(1)
      expect(hand.design).toEqual(start())
    }),
    { numRuns: 300 },
  )
})
