import { useTranslation } from 'react-i18next'
import type { Brush } from '#src/studio/brush/brush.ts'
import { MinusIcon, PlusIcon } from '#src/ui/icons.ts'
import { SegmentedControl } from '#src/ui/SegmentedControl.tsx'

interface BrushModesProps {
  readonly brush: Brush
  readonly onChange: (brush: Brush) => void
}

/** Whether a cut-out's brush adds to what is kept or takes away. */
export function BrushModes({ brush, onChange }: BrushModesProps) {
  const { t } = useTranslation('tools')
  return (
    <SegmentedControl
      label={t('refine.mode')}
      value={brush.mode}
      onChange={(mode) => onChange({ ...brush, mode })}
      options={[
        { value: 'add', label: t('refine.add'), icon: <PlusIcon /> },
        { value: 'remove', label: t('refine.remove'), icon: <MinusIcon /> },
      ]}
    />
  )
}
