import { useAtomValue, useSetAtom } from 'jotai'
import { type BrushStroke, strokesText } from '#core/imaging/brush-strokes.ts'
import type { ToolSettings } from '#core/imaging/tool-definition.ts'
import {
  backInToolAtom,
  changeToolAtom,
  forwardInToolAtom,
  toolStepsOfAtom,
} from '#src/state/tool-history.ts'
import type { StrokeHistoryOf } from '#src/studio/brush/use-stroke-history.ts'

/**
 * Strokes in a setting of the open tool. Their steps are the tool's: what undo of the studio takes
 * back and what the buttons beside the picture take back are the same.
 * @param along what is set with every stroke
 */
export function useToolStrokes(
  setting: string,
  strokes: readonly BrushStroke[],
  along: ToolSettings = {},
): StrokeHistoryOf<BrushStroke> {
  const change = useSetAtom(changeToolAtom)
  const back = useSetAtom(backInToolAtom)
  const forward = useSetAtom(forwardInToolAtom)
  const steps = useAtomValue(toolStepsOfAtom)
  const take = (next: readonly BrushStroke[]) => {
    void change({ ...along, [setting]: strokesText(next) })
  }
  return {
    add: (stroke) => take([...strokes, stroke]),
    clear: () => take([]),
    undo: () => {
      // Strokes that were there from the start go one by one.
      const otherwise = { [setting]: strokesText(strokes.slice(0, -1)) }
      back({ key: setting, ...(strokes.length > 0 && { otherwise }) })
    },
    redo: () => {
      forward({ key: setting })
    },
    canUndo: strokes.length > 0 || steps.canUndo(setting),
    canRedo: steps.canRedo(setting),
  }
}
