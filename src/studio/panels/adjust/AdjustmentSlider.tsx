import { useState } from 'react'
import type { Edit } from '#core/design/edits/layers.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { Slider } from '#src/ui/Slider.tsx'
import { useLiveEdit } from './use-live-edit.ts'

interface AdjustmentSliderProps {
  readonly label: string
  /** -1 or 0 to 1. */
  readonly value: number
  readonly min: number
  readonly resetValue: number
  readonly editFor: (value: number) => Edit
}

/** One setting in hundredths; the stage follows while it is pulled, the design when it is let go. */
export function AdjustmentSlider({
  label,
  value,
  min,
  resetValue,
  editFor,
}: AdjustmentSliderProps) {
  const formats = useFormats()
  const live = useLiveEdit()
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
        value={Math.round((pulled ?? value) * 100)}
        format={(hundredths) => formats.number(hundredths, 0)}
        onChange={(hundredths) => {
          setPulled(hundredths / 100)
          live.show(editFor(hundredths / 100))
        }}
        onCommit={(hundredths) => {
          setPulled(null)
          live.apply(editFor(hundredths / 100))
        }}
      />
    </div>
  )
}
