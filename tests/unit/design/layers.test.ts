import { expect, it } from 'vitest'
import {
  alignLayers,
  distributeLayers,
  moveLayerToIndex,
  reorderLayers,
} from '#core/design/edits/arrange.ts'
import {
  duplicateLayers,
  flipHorizontally,
  flipVertically,
  groupLayers,
  hideLayers,
  lockLayers,
  removeLayers,
  renameLayer,
  setOpacity,
  ungroupLayers,
  withGroups,
} from '#core/design/edits/layers.ts'
import {
  fillPrint,
  moveLayers,
  placeLayer,
  rotateLayers,
  scaleLayers,
} from '#core/design/edits/place.ts'
import { layerBounds } from '#core/design/geometry.ts'
import { caseWith, freePhoto, ids, layer } from './designs.ts'

const abcd = () => caseWith(...['a', 'b', 'c', 'd'].map((id) => freePhoto(id)))
const small = (id: string, xMm: number, yMm: number) =>
  freePhoto(id, { xMm, yMm, widthMm: 10, heightMm: 10 })

it('a locked layer refuses every change but being unlocked', () => {
  const locked = lockLayers(abcd(), ['a'], true)
  expect(moveLayers(locked, ['a'], 5, 5)).toBe(locked)
  expect(rotateLayers(locked, ['a'], 5)).toBe(locked)
  expect(scaleLayers(locked, ['a'], 2)).toBe(locked)
  expect(hideLayers(locked, ['a'], true)).toBe(locked)
  expect(renameLayer(locked, 'a', 'me')).toBe(locked)
  expect(setOpacity(locked, ['a'], 0.5)).toBe(locked)
  expect(removeLayers(locked, ['a'])).toBe(locked)
  expect(reorderLayers(locked, ['a'], 'front')).toBe(locked)
  expect(moveLayerToIndex(locked, 'a', 3)).toBe(locked)
  expect(lockLayers(locked, ['a'], false)).toEqual(abcd())
})

it('an edit that changes nothing gives the same design back', () => {
  const design = abcd()
  expect(moveLayers(design, ['a'], 0, 0)).toBe(design)
  expect(setOpacity(design, ['a'], 1)).toBe(design)
  expect(moveLayers(design, ['nobody'], 3, 3)).toBe(design)
  expect(reorderLayers(design, ['d'], 'front')).toBe(design)
  expect(removeLayers(design, [])).toBe(design)
})

it('a copy stands right above its original, aside, under its new id', () => {
  const design = duplicateLayers(abcd(), [['b', 'copy']])
  expect(ids(design)).toEqual(['a', 'b', 'copy', 'c', 'd'])
  expect(layer(design, 'copy').xMm).toBe(layer(design, 'b').xMm + 4)
})

it('a copied group is a group of its own', () => {
  const grouped = groupLayers(abcd(), ['a', 'b'], 'one')
  const design = duplicateLayers(
    grouped,
    [
      ['a', 'a2'],
      ['b', 'b2'],
    ],
    { groupIds: { one: 'two' } },
  )
  expect(withGroups(design, ['a2'])).toEqual(['a2', 'b2'])
  expect(withGroups(design, ['b'])).toEqual(['a', 'b'])
})

it('a group is raised to its topmost layer and comes apart again', () => {
  const grouped = groupLayers(abcd(), ['a', 'c'], 'one')
  expect(ids(grouped)).toEqual(['b', 'a', 'c', 'd'])
  expect(layer(grouped, 'a').groupId).toBe('one')
  expect(layer(ungroupLayers(grouped, ['c']), 'a').groupId).toBeNull()
})

it('a group that loses all but one layer is none', () => {
  const grouped = groupLayers(abcd(), ['a', 'c'], 'one')
  expect(layer(removeLayers(grouped, ['a']), 'c').groupId).toBeNull()
  expect(groupLayers(abcd(), ['a'], 'one')).toEqual(abcd())
})

it('layers go forward and backward by one, and to the front and the back', () => {
  expect(ids(reorderLayers(abcd(), ['b'], 'forward'))).toEqual(['a', 'c', 'b', 'd'])
  expect(ids(reorderLayers(abcd(), ['c'], 'backward'))).toEqual(['a', 'c', 'b', 'd'])
  expect(ids(reorderLayers(abcd(), ['a', 'c'], 'front'))).toEqual(['b', 'd', 'a', 'c'])
  expect(ids(reorderLayers(abcd(), ['b', 'd'], 'back'))).toEqual(['b', 'd', 'a', 'c'])
  expect(ids(moveLayerToIndex(abcd(), 'd', 1))).toEqual(['a', 'd', 'b', 'c'])
})

it('layers align six ways to the print', () => {
  const design = caseWith(small('a', 20, 30))
  const at = (way: Parameters<typeof alignLayers>[2]) =>
    layerBounds(layer(alignLayers(design, ['a'], way, 'page'), 'a'))
  expect(at('left').xMm).toBeCloseTo(0)
  expect(at('centre').xMm).toBeCloseTo(30.8)
  expect(at('right').xMm).toBeCloseTo(61.6)
  expect(at('top').yMm).toBeCloseTo(0)
  expect(at('middle').yMm).toBeCloseTo(68.8)
  expect(at('bottom').yMm).toBeCloseTo(137.6)
})

it('a selection aligns to itself, by what a turned layer really covers', () => {
  const design = caseWith(small('a', 20, 30), { ...small('b', 40, 60), rotationDeg: 45 })
  const aligned = alignLayers(design, ['a', 'b'], 'left', 'selection')
  expect(layerBounds(layer(aligned, 'b')).xMm).toBeCloseTo(15)
  expect(layer(aligned, 'a')).toEqual(layer(design, 'a'))
})

it('distributing makes the gaps equal and leaves the outermost where they are', () => {
  const design = caseWith(small('a', 10, 30), small('b', 22, 60), small('c', 60, 90))
  const even = distributeLayers(design, ['a', 'b', 'c'], 'horizontal')
  expect(layer(even, 'b').xMm).toBeCloseTo(35)
  expect(layer(even, 'c').xMm).toBe(60)
  expect(distributeLayers(design, ['a', 'b'], 'horizontal')).toBe(design)
})

it('layers turn and scale together about one place', () => {
  const design = caseWith(small('a', 20, 50), small('b', 40, 50))
  const turned = rotateLayers(design, ['a', 'b'], 90, { xMm: 30, yMm: 50 })
  expect(layer(turned, 'a').yMm).toBeCloseTo(40)
  expect(layer(turned, 'b')).toMatchObject({ rotationDeg: 90 })
  const grown = scaleLayers(design, ['a', 'b'], 2, { xMm: 30, yMm: 50 })
  expect(layer(grown, 'a')).toMatchObject({ xMm: 10, scale: 2 })
})

it('mirroring top to bottom is mirroring left to right and half a turn', () => {
  const design = flipVertically(abcd(), ['a'])
  expect(layer(design, 'a')).toMatchObject({ flipX: true, rotationDeg: 180 })
  expect(flipHorizontally(flipHorizontally(abcd(), ['a']), ['a'])).toEqual(abcd())
})

it('filling the print covers it with its bleed', () => {
  const filled = layer(fillPrint(abcd(), 'a'), 'a')
  expect(layerBounds(filled)).toMatchObject({ xMm: -2, yMm: -2 })
  expect(filled.heightMm).toBeCloseTo(151.6)
})

it('no placement leaves the document’s ranges, nor takes what is no number', () => {
  const design = abcd()
  const far = placeLayer(design, 'a', { xMm: 1e9, scale: 1e9, rotationDeg: 725 })
  expect(layer(far, 'a')).toMatchObject({ xMm: 5000, scale: 100, rotationDeg: 5 })
  expect(placeLayer(design, 'a', { xMm: Number.NaN })).toBe(design)
})
