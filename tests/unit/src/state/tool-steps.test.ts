import { describe, expect, it } from 'vitest'
import type { ToolSettings } from '#core/imaging/tool-definition.ts'
import {
  hasStep,
  noToolSteps,
  recordedStep,
  stepBack,
  stepForward,
  type ToolSteps,
  takenBack,
} from '#src/state/tool-steps.ts'

interface Done {
  readonly steps: ToolSteps
  readonly settings: ToolSettings
}

const start: Done = { steps: noToolSteps, settings: { strokes: '', light: 0.8, style: 'ink' } }
const change = ({ steps, settings }: Done, changed: ToolSettings): Done => ({
  steps: recordedStep(steps, settings, changed),
  settings: { ...settings, ...changed },
})
const back = ({ steps, settings }: Done, key?: string): Done => {
  const stepped = stepBack(steps, settings, key)
  if (stepped === null) return { steps, settings }
  return { steps: stepped.steps, settings: { ...settings, ...stepped.changed } }
}
const forward = ({ steps, settings }: Done, key?: string): Done => {
  const stepped = stepForward(steps, settings, key)
  if (stepped === null) return { steps, settings }
  return { steps: stepped.steps, settings: { ...settings, ...stepped.changed } }
}

describe('steps of an open tool', () => {
  it('go back one by one, and forward again', () => {
    const two = change(change(start, { strokes: 'a' }), { strokes: 'ab' })
    expect(back(two).settings['strokes']).toBe('a')
    expect(back(back(two)).settings).toEqual(start.settings)
    expect(forward(forward(back(back(two)))).settings).toEqual(two.settings)
    expect(stepBack(back(back(two)).steps, start.settings)).toBeNull()
  })

  it('make one step of a slider that moves, and none of one that ends where it began', () => {
    const moved = change(change(change(start, { light: 0.7 }), { light: 0.6 }), { light: 0.5 })
    expect(moved.steps.past).toHaveLength(1)
    expect(back(moved).settings['light']).toBe(0.8)
    expect(change(moved, { light: 0.8 }).steps.past).toEqual([])
    expect(change(start, { light: 0.8 }).steps.past).toEqual([])
  })

  it('of one setting go back without those of another', () => {
    const mixed = change(change(start, { strokes: 'a' }), { light: 0.2 })
    const without = back(mixed, 'strokes')
    expect(without.settings).toEqual({ ...start.settings, light: 0.2 })
    expect(hasStep(without.steps.past, 'strokes')).toBe(false)
    expect(hasStep(without.steps.future, 'strokes')).toBe(true)
    expect(forward(without, 'strokes').settings).toEqual(mixed.settings)
  })

  it('leave what was changed again since', () => {
    const along = change(start, { strokes: 'a', style: 'pencil' })
    const since = change(along, { style: 'colour' })
    expect(back(since, 'strokes').settings).toEqual({ ...start.settings, style: 'colour' })
  })

  it('forget what was taken back once something else is done', () => {
    const other = change(back(change(start, { strokes: 'a' })), { strokes: 'b' })
    expect(forward(other).settings['strokes']).toBe('b')
  })

  it('bring back what was there before the tool was opened and was taken away', () => {
    const opened: Done = { ...start, settings: { ...start.settings, strokes: 'ab' } }
    const steps = takenBack(opened.steps, opened.settings, { strokes: 'a' })
    const less = { steps, settings: { ...opened.settings, strokes: 'a' } }
    expect(forward(less, 'strokes').settings['strokes']).toBe('ab')
    expect(back(forward(less)).settings['strokes']).toBe('a')
  })
})
