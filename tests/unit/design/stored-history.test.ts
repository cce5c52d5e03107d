import fc from 'fast-check'
import { expect, it } from 'vitest'
import { doodleLayer } from '#core/design/create.ts'
import type { Design } from '#core/design/document.ts'
import { addStroke } from '#core/design/edits/doodle.ts'
import { removeLayers } from '#core/design/edits/layers.ts'
import { moveLayers } from '#core/design/edits/place.ts'
import { emptyHistory, type History, record, redo, undo } from '#core/design/history.ts'
import { historyPhotoHashes, parseHistory, storedHistory } from '#core/design/stored-history.ts'
import { caseWith, doingsArbitrary, emptyCase, freePhoto, photoRef } from './designs.ts'

type Edited = { history: History; design: Design }

const after = (start: Design, ...edits: readonly ((design: Design) => Design)[]): Edited =>
  edits.reduce<Edited>(
    ({ history, design }, edit) => {
      const next = edit(design)
      return { history: record(history, design, next), design: next }
    },
    { history: emptyHistory, design: start },
  )

it('whatever was done, what is stored undoes and redoes it after a reload', () => {
  fc.assert(
    fc.property(doingsArbitrary, fc.nat(5), (doings, backs) => {
      let { history, design } = after(
        emptyCase(),
        ...doings.map((doing, serial) => (before: Design) => doing(before, serial)),
      )
      for (let times = 0; times < backs; times++) {
        const back = undo(history, design)
        if (back !== null) ({ history, design } = back)
      }
      const stored: unknown = structuredClone(storedHistory(history, Number.MAX_SAFE_INTEGER))
      const read = parseHistory(stored, design)
      expect([read.past.length, read.future.length]).toEqual([
        history.past.length,
        history.future.length,
      ])
      expect(undo(read, design)?.design).toEqual(undo(history, design)?.design)
      expect(redo(read, design)?.design).toEqual(redo(history, design)?.design)
    }),
    { numRuns: 60 },
  )
})

it('is bounded in bytes: the oldest steps go first, and one that is too large takes those before it along', () => {
  const long = {
    points: Array.from({ length: 400 }, (_, at): [number, number, number] => [at / 10, 1, 0.5]),
    colour: '#000000',
    widthMm: 1,
    eraser: false,
  }
  const moves = [1, 2, 3].map((by) => (design: Design) => moveLayers(design, ['a'], by, 0))
  const { history, design } = after(
    caseWith(freePhoto('a'), doodleLayer(emptyCase(), 'd')),
    ...moves,
    (before) => addStroke(before, 'd', long),
    ...moves,
  )
  expect(history.past).toHaveLength(7)
  const stored = storedHistory(history, 2000)
  expect(stored.past).toHaveLength(3)
  expect(parseHistory(structuredClone(stored), design).past).toHaveLength(3)
})

it('names the photos that undo may bring back, so that they are not thrown away', () => {
  const { history } = after(
    caseWith(freePhoto('a', { original: photoRef(10, 10, 'q') })),
    (design) => removeLayers(design, ['a']),
  )
  expect(historyPhotoHashes(history)).toEqual([photoRef(10, 10, 'q').hash])
})

it('that is damaged, or of another design, is as if there were none', () => {
  const { history, design } = after(caseWith(freePhoto('a')), (before) =>
    moveLayers(before, ['a'], 1, 0),
  )
  expect(parseHistory({ past: 7 }, design)).toEqual(emptyHistory)
  expect(parseHistory(undefined, design)).toEqual(emptyHistory)
  const wrong = structuredClone(history)
  const spoiled = JSON.parse(JSON.stringify(wrong).replace('35.8', '"left"'))
  expect(parseHistory(spoiled, design)).toEqual(emptyHistory)
})
