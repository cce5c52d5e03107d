import fc from 'fast-check'
import { expect, it } from 'vitest'
import { moveLayers } from '#core/design/edits/place.ts'
import { diff } from '#core/design/patch.ts'
import { DesignReceiver, DesignSender } from '#core/design/revisions.ts'
import { caseWith, doingsArbitrary, emptyCase, freePhoto } from './designs.ts'

it('whatever is done to a design, the other side holds the same', () => {
  fc.assert(
    fc.property(doingsArbitrary, (doings) => {
      const sender = new DesignSender()
      const receiver = new DesignReceiver()
      let design = emptyCase()
      expect(receiver.receive(sender.update(design))).toEqual(design)
      doings.forEach((doing, serial) => {
        design = doing(design, serial)
        expect(receiver.receive(structuredClone(sender.update(design)))).toEqual(design)
      })
    }),
    { numRuns: 60 },
  )
})

it('the first design goes whole, then only what changed, and nothing where nothing did', () => {
  const sender = new DesignSender()
  const design = caseWith(freePhoto('a'), freePhoto('b'))
  expect(sender.update(design)).toMatchObject({ kind: 'whole', design })
  expect(sender.update(design)).toEqual({ kind: 'same', revision: 1 })
  const moved = moveLayers(design, ['a'], 3, 0)
  expect(sender.update(moved)).toMatchObject({
    kind: 'patch',
    base: 1,
    revision: 2,
    patch: { updated: { a: { xMm: { to: 38.8 } } }, added: [], removed: [] },
  })
  expect(sender.update({ ...moved, id: 'another' })).toMatchObject({ kind: 'whole' })
})

it('a layer that moves costs its place and not its strokes or the rest of the design', () => {
  const design = caseWith(...Array.from({ length: 200 }, (_, at) => freePhoto(`p${at}`)))
  const preview = diff(design, moveLayers(design, ['p7'], 3, 4))
  expect(JSON.stringify(preview).length).toBeLessThan(250)
})

it('what did not change stays the same object on the other side', () => {
  const sender = new DesignSender()
  const receiver = new DesignReceiver()
  const design = caseWith(freePhoto('a'), freePhoto('b'))
  const before = receiver.receive(structuredClone(sender.update(design)))
  const after = receiver.receive(structuredClone(sender.update(moveLayers(design, ['a'], 3, 0))))
  expect(after?.layers[1]).toBe(before?.layers[1])
  expect(after?.layers[0]).not.toBe(before?.layers[0])
})

it('a side that missed a revision says so, and takes the whole', () => {
  const sender = new DesignSender()
  const late = new DesignReceiver()
  const design = caseWith(freePhoto('a'))
  sender.update(design)
  expect(late.receive(sender.update(design))).toBeNull()
  const moved = moveLayers(design, ['a'], 1, 0)
  expect(late.receive(sender.update(moved))).toBeNull()
  sender.forget()
  expect(late.receive(sender.update(moved))).toEqual(moved)
})
