import { describe, expect, it } from 'vitest'
import { tagPlace } from '#src/studio/stage/tag-place.ts'

const free = { left: 0, top: 0, right: 390, bottom: 700 }
const box = (left: number, top: number, right: number, bottom: number) => ({
  left,
  top,
  right,
  bottom,
})
const place = (photo: ReturnType<typeof box>, more = {}) =>
  tagPlace({ photo, free, faces: [], isGripBelow: false, ...more })

describe('the tag of a photo', () => {
  it('stands above the photo, where there is room', () => {
    expect(place(box(100, 28, 300, 690))).toEqual({ x: 200, y: 13, side: 'above' })
  })

  it('stands below it where there is none above, unless the handle that turns it hangs there', () => {
    const photo = box(100, 10, 300, 500)
    expect(place(photo)).toMatchObject({ y: 515, side: 'below' })
    expect(place(photo, { isGripBelow: true })).toMatchObject({ side: 'within' })
  })

  it('stands at the edge away from faces where the photo fills the stage', () => {
    const photo = box(-200, -300, 600, 900)
    const above = box(120, 0, 280, 160)
    const below = box(120, 560, 280, 720)
    expect(place(photo, { faces: [above] })).toEqual({ x: 195, y: 688, side: 'within' })
    expect(place(photo, { faces: [below] })).toEqual({ x: 195, y: 12, side: 'within' })
  })

  it('stays in the middle of what is seen of a photo that leaves the stage sideways', () => {
    expect(place(box(250, 100, 900, 400)).x).toBe(320)
  })
})
