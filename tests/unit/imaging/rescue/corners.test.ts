import { describe, expect, it } from 'vitest'
import { beginImaging } from '#core/contract/services/imaging.ts'
import { toolSettingsSchema } from '#core/design/document.ts'
import { cornersOf, cornersText } from '#core/imaging/tools/rescue/corners.ts'
import { rescue as rescueTool } from '#core/imaging/tools/rescue/tool.ts'
import { furthest, tilted, whole } from './rescued.ts'

describe('corners as a setting', () => {
  it('are taken by the server and by the design, however long', () => {
    const settings = rescueTool.settings.parse({ corners: whole })
    const asked = { photo: 'a', tool: 'rescue', settings }
    expect(beginImaging.request.parse(asked).settings).toEqual(settings)
    expect(toolSettingsSchema.parse(settings)).toEqual(settings)
    expect(() => rescueTool.settings.parse({ corners: '1 2 3' })).toThrow()
  })

  it('are read as they were written', () => {
    const read = cornersOf(cornersText(tilted))
    expect(furthest(read ?? undefined, tilted)).toBeLessThan(0.1)
  })

  it.each([
    ['', 'nothing'],
    ['1 2 3', 'too few'],
    ['0 0 0 10000 10000 10000 10000 0', 'the other way round'],
    ['0 0 10000 0 2000 2000 0 10000', 'with a corner inwards'],
    ['0 0 10001 0 10000 10000 0 10000', 'outside'],
    ['5000 5000 5001 5000 5001 5001 5000 5001', 'too small'],
  ])('%s is refused: %s', (text) => {
    expect(cornersOf(text)).toBeNull()
  })
})
