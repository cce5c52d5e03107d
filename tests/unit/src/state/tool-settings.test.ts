import { expect, it } from 'vitest'
import { toolSession } from '#src/state/tool-settings.ts'
import { derivedPhoto, freePhoto } from '../../design/designs.ts'

const enlargedWith = (settings: Record<string, string | number>) => {
  const derived = [{ ...derivedPhoto('super-resolution', 'b'), settings }]
  return toolSession(freePhoto('a', { derived }), 'super-resolution').request.settings
}

it('a photo is enlarged twice unless asked otherwise', () => {
  const { request } = toolSession(freePhoto('a'), 'super-resolution')
  expect(request.settings).toEqual({ factor: 2 })
})

it('a photo that was enlarged four times is opened so again', () => {
  expect(enlargedWith({ factor: 4 })).toEqual({ factor: 4 })
})

it('a photo that was enlarged when there was a quality to choose is opened without it', () => {
  expect(enlargedWith({ factor: 4, tier: 'fine' })).toEqual({ factor: 4 })
})

it('a photo that twice the pixels would leave coarse is enlarged four times, unless asked otherwise', () => {
  const original = { ...freePhoto('a').original, widthPx: 60, heightPx: 60 }
  const small = freePhoto('a', { original, widthMm: 50, heightMm: 50 })
  expect(toolSession(small, 'super-resolution').request.settings).toEqual({ factor: 4 })
})
