import fc from 'fast-check'
import { expect, it } from 'vitest'
import { layerBase } from '#core/design/create.ts'
import { type Design, designSchema } from '#core/design/document.ts'
import { addLayers } from '#core/design/edits/layers.ts'
import { moveLayers } from '#core/design/edits/place.ts'
import { canRedo, emptyHistory, type History, record, redo, undo } from '#core/design/history.ts'
import { applyPatch, diff, invert, isEmptyPatch } from '#core/design/patch.ts'
import { caseWith, doingsArbitrary, emptyCase, freePhoto, layer } from './designs.ts'

/** Everything done, with every design on the way. */
function play(start: Design, doings: readonly ((design: Design, serial: number) => Design)[]) {
  let history: History = emptyHistory
  const designs = [start]
  doings.forEach((doing, serial) => {
    const before = designs.at(-1) ?? start
    const after = doing(before, serial)
    const next = record(history, before, after)
    if (next !== history) designs.push(after)
    history = next
  })
  return { history, designs }
}

it('undoing everything gives every design on the way back, to exactly the first', () => {
  fc.assert(
    fc.property(doingsArbitrary, (doings) => {
      const { history, designs } = play(emptyCase(), doings)
      let state = { history, design: designs.at(-1) ?? emptyCase() }
      for (const expected of designs.slice(0, -1).toReversed()) {
        const step = undo(state.history, state.design)
        if (!step) throw new Error('too few steps')
        expect(step.design).toEqual(expected)
        state = step
      }
      expect(undo(state.history, state.design)).toBeNull()
    }),
  )
})

it('redoing everything after that gives exactly the last design', () => {
  fc.assert(
    fc.property(doingsArbitrary, (doings) => {
      const { history, designs } = play(emptyCase(), doings)
      const last = designs.at(-1) ?? emptyCase()
      let state = { history, design: last }
      for (let step = undo(history, last); step; step = undo(step.history, step.design))
        state = step
      for (
        let step = redo(state.history, state.design);
        step;
        step = redo(step.history, step.design)
      )
        state = step
      expect(state.design).toEqual(last)
      expect(canRedo(state.history)).toBe(false)
    }),
  )
})

it('every design that edits make is a valid document', () => {
  fc.assert(
    fc.property(doingsArbitrary, (doings) => {
      const { designs } = play(emptyCase(), doings)
      expect(designSchema.safeParse(designs.at(-1)).error?.issues ?? []).toEqual([])
    }),
  )
})

it('a patch leads from one design to any other and, turned round, back again', () => {
  fc.assert(
    fc.property(doingsArbitrary, doingsArbitrary, (some, others) => {
      const one = play(emptyCase(), some).designs.at(-1) ?? emptyCase()
      const other = play(emptyCase(), others).designs.at(-1) ?? emptyCase()
      const patch = diff(one, other)
      expect(applyPatch(one, patch)).toEqual(other)
      expect(applyPatch(other, invert(patch))).toEqual(one)
    }),
  )
})

it('a design does not differ from its own copy', () => {
  fc.assert(
    fc.property(doingsArbitrary, (doings) => {
      const design = play(emptyCase(), doings).designs.at(-1) ?? emptyCase()
      expect(isEmptyPatch(diff(design, structuredClone(design)))).toBe(true)
    }),
  )
})

it('a step can be kept as JSON', () => {
  fc.assert(
    fc.property(doingsArbitrary, (doings) => {
      const design = play(emptyCase(), doings).designs.at(-1) ?? emptyCase()
      const patch = JSON.parse(JSON.stringify(diff(emptyCase(), design)))
      expect(applyPatch(emptyCase(), patch)).toEqual(design)
    }),
  )
})

it('moving one of 300 layers is remembered in less than 200 bytes', () => {
  const many = Array.from({ length: 300 }, (_, index) => freePhoto(`photo-${index}`))
  const before = caseWith(...many)
  const after = moveLayers(before, ['photo-7'], 3, 4)
  expect(JSON.stringify(diff(before, after)).length).toBeLessThan(200)
})

it('a stroke added to a long doodle is remembered as that stroke alone', () => {
  const stroke = {
    points: Array.from({ length: 50 }, (_, at): [number, number, number] => [at, at, 0.5]),
    colour: '#112233',
    widthMm: 1,
    eraser: false,
  }
  const base = { ...freePhoto('base') }
  const doodle = {
    ...layerBase('doodle'),
    kind: 'doodle' as const,
    xMm: 10,
    yMm: 10,
    widthMm: 50,
    heightMm: 50,
    strokes: Array.from({ length: 400 }, () => stroke),
  }
  const before = caseWith(base, doodle)
  const after = caseWith(base, {
    ...doodle,
    strokes: [...doodle.strokes, { ...stroke, widthMm: 2 }],
  })
  const size = JSON.stringify(diff(before, after)).length
  expect(size).toBeLessThan(JSON.stringify(stroke).length + 300)
})

it('raising one of many layers is remembered by the layers it passed', () => {
  const many = Array.from({ length: 300 }, (_, index) => freePhoto(`photo-${index}`))
  const before = caseWith(...many)
  const after = caseWith(...many.toSpliced(5, 2, ...many.slice(5, 7).toReversed()))
  expect(diff(before, after).order).toEqual({
    at: 5,
    from: ['photo-5', 'photo-6'],
    to: ['photo-6', 'photo-5'],
  })
})

it('a drag of many moves is one step', () => {
  let design = caseWith(freePhoto('one'))
  let history = emptyHistory
  for (let move = 0; move < 100; move += 1) {
    const after = moveLayers(design, ['one'], 0.5, 0)
    history = record(history, design, after, { mark: 'drag-1' })
    design = after
  }
  expect(history.past).toHaveLength(1)
  expect(undo(history, design)?.design).toEqual(caseWith(freePhoto('one')))
})

it('a drag that ends where it began is no step', () => {
  const start = caseWith(freePhoto('one'))
  const there = moveLayers(start, ['one'], 5, 0)
  const history = record(emptyHistory, start, there, { mark: 'drag' })
  expect(record(history, there, start, { mark: 'drag' }).past).toEqual([])
})

it('a change of nothing is no step, and keeps what can be redone', () => {
  const start = caseWith(freePhoto('one'))
  const there = moveLayers(start, ['one'], 5, 0)
  const back = undo(record(emptyHistory, start, there), there)
  if (!back) throw new Error('nothing to undo')
  expect(record(back.history, back.design, { ...back.design })).toBe(back.history)
  expect(canRedo(back.history)).toBe(true)
})

it('a new edit after an undo forgets what could be redone', () => {
  const start = caseWith(freePhoto('one'))
  const there = moveLayers(start, ['one'], 5, 0)
  const back = undo(record(emptyHistory, start, there), there)
  if (!back) throw new Error('nothing to undo')
  const other = addLayers(back.design, [freePhoto('two')])
  expect(canRedo(record(back.history, back.design, other))).toBe(false)
})

it('history has no limit', () => {
  let design = caseWith(freePhoto('one', { xMm: 0 }))
  let history = emptyHistory
  for (let step = 0; step < 3000; step += 1) {
    const after = moveLayers(design, ['one'], 1, 0)
    history = record(history, design, after)
    design = after
  }
  for (let step = undo(history, design); step; step = undo(step.history, step.design)) {
    design = step.design
  }
  expect(layer(design, 'one').xMm).toBe(0)
})
