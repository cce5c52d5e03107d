import { useState } from 'react'
import type { Edit } from '#core/design/edits/layers.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { Slider } from '#src/ui/Slider.tsx'
import { useMark } from '../use-mark.ts'
import { useLiveEdit } from './use-live-edit.ts'

interface AdjustmentSliderProps {
  readonly label: string
  /** -1 or 0 to 1. */
  readonly value: number
  readonly min: number
  readonly resetValue: number
  readonly disabled?: boolean
  readonly editFor: (value: number) => Edit
}

/**
 * One setting in hundredths; the stage follows while it is pulled, the design when it is let go. A run
 * of keys is one step of undo.
 */
export function AdjustmentSlider({
  label,
  value,
  min,
  resetValue,
  disabled = false,
  editFor,
}: AdjustmentSliderProps) {
  const formats = useFormats()
  const live = useLiveEdit()
  const { mark, end } = useMark('adjustment')
  const [pulled, setPulled] = useState<number | null>(null)
  const letGo = () => {
    setPulled(null)
    live.end()
  }
  return (
    // Let go where it began, a slider commits nothing.
    <div onPointerUp={letGo} onPointerCancel={letGo}>
      <Slider
        label={label}
        min={min * 100}
        max={100}
        step={1}
        origin={0}
        resetValue={resetValue * 100}
        disabled={disabled}
        value={Math.round((pulled ?? value) * 100)}
        format={(hundredths) => formats.number(hundredths, 0)}
        onChange={(hundredths, by) => {
          if (by === 'keys') return live.apply(editFor(hundredths / 100), mark())
          setPulled(hundredths / 100)
          live.show(editFor(hundredths / 100))
        }}
        onCommit={(hundredths, by) => {
          if (by === 'keys') return end()
          setPulled(null)
          live.apply(editFor(hundredths / 100))
        }}
      />
    </div>
  )
}
