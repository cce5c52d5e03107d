import { describe, expect, it } from 'vitest'
import { KeptOfPictures } from '#core/imaging/kept-of-pictures.ts'
import { pictureKey } from '#core/imaging/picture-key.ts'
import { landscape } from './made-pictures.ts'

const picture = landscape(20, 10)
const other = landscape(20, 11)

/** Answers 1, 2, 3: how often it was asked. */
const counting = () => {
  let count = 0
  return async () => ++count
}

describe('what was found in a picture', () => {
  it('is known again while the memory lives, and made anew for what else was asked', async () => {
    const kept = new KeptOfPictures<number>(2)
    const [memory, make] = [{}, counting()]
    expect(await kept.of(memory, picture, make)).toBe(1)
    expect(await kept.of(memory, landscape(20, 10), make)).toBe(1)
    expect(await kept.of(memory, picture, make, 'without one')).toBe(2)
    expect(await kept.of(memory, picture, make)).toBe(1)
  })

  it('is known by the key of a picture as by the picture, and not by that of another', async () => {
    const kept = new KeptOfPictures<number>(2)
    const [memory, make] = [{}, counting()]
    expect(await kept.of(memory, pictureKey(picture), make)).toBe(1)
    expect(await kept.of(memory, picture, make)).toBe(1)
    expect(await kept.of(memory, pictureKey(other), make)).toBe(2)
  })

  it('is not known to another memory', async () => {
    const kept = new KeptOfPictures<number>(2)
    const make = counting()
    expect(await kept.of({}, picture, make)).toBe(1)
    expect(await kept.of({}, picture, make)).toBe(2)
  })

  it('is forgotten for a later picture, and a failure is not kept', async () => {
    const kept = new KeptOfPictures<number>(1)
    const [memory, make] = [{}, counting()]
    const failing = kept.of(memory, picture, () => Promise.reject(new Error('no')))
    await expect(failing).rejects.toThrow('no')
    expect(await kept.of(memory, picture, make)).toBe(1)
    expect(await kept.of(memory, other, make)).toBe(2)
    expect(await kept.of(memory, picture, make)).toBe(3)
  })

  it('can be asked for without being made', async () => {
    const kept = new KeptOfPictures<number>(2)
    const memory = {}
    expect(kept.known(memory, picture)).toBeUndefined()
    await kept.of(memory, picture, counting(), 'without one')
    expect(kept.known(memory, picture, 'without one')).toBe(1)
    expect(kept.known(memory, picture)).toBeUndefined()
    expect(kept.known({}, picture, 'without one')).toBeUndefined()
  })

  it('differs by a single pixel', async () => {
    const kept = new KeptOfPictures<number>(2)
    const [memory, make] = [{}, counting()]
    await kept.of(memory, picture, make)
    const spotted = landscape(20, 10)
    spotted.rgba[50] = (spotted.rgba[50] ?? 0) ^ 1
    expect(await kept.of(memory, spotted, make)).toBe(2)
  })
})
