import { describe, expect, it } from 'vitest'
import {
  canUndo,
  type HistoryStep,
  noHistory,
  redone,
  stepped,
  undone,
} from '#src/studio/brush/stroke-history.ts'

const start = (...strokes: string[]): HistoryStep<string> => ({ strokes, history: noHistory })
const paint = ({ strokes, history }: HistoryStep<string>, one: string) =>
  stepped(history, strokes, [...strokes, one])
const clear = ({ strokes, history }: HistoryStep<string>) => stepped(history, strokes, [])
const undo = ({ strokes, history }: HistoryStep<string>) => undone(history, strokes)
const redo = ({ strokes, history }: HistoryStep<string>) => redone(history, strokes)

describe('undo of strokes', () => {
  it('takes one stroke back at a time, and redo paints it again', () => {
    const two = paint(paint(start(), 'a'), 'b')
    expect(undo(two).strokes).toEqual(['a'])
    expect(undo(undo(two)).strokes).toEqual([])
    expect(redo(undo(undo(two))).strokes).toEqual(['a'])
    expect(redo(redo(undo(undo(two)))).strokes).toEqual(['a', 'b'])
  })

  it('brings all of them back that were removed in one step', () => {
    const cleared = clear(paint(paint(start(), 'a'), 'b'))
    expect(cleared.strokes).toEqual([])
    expect(undo(cleared).strokes).toEqual(['a', 'b'])
  })

  it('reaches strokes that were there before the screen was opened', () => {
    const opened = start('a', 'b')
    expect(canUndo(opened.history, opened.strokes)).toBe(true)
    expect(undo(undo(opened)).strokes).toEqual([])
    expect(redo(redo(undo(undo(opened)))).strokes).toEqual(['a', 'b'])
  })

  it('does nothing where there is nothing', () => {
    expect(undo(start())).toEqual(start())
    expect(redo(start('a'))).toEqual(start('a'))
    expect(canUndo(noHistory, [])).toBe(false)
  })

  it('forgets what was taken back once another stroke is painted', () => {
    const other = paint(undo(paint(start(), 'a')), 'b')
    expect(redo(other).strokes).toEqual(['b'])
  })
})
