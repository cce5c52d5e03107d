import { useTranslation } from 'react-i18next'
import { furthestEdgePx } from '#core/imaging/tools/cut-out/tool.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { Slider } from '#src/ui/Slider.tsx'

interface EdgeSliderProps {
  readonly label: string
  /** How far a cut-out's edge is moved inwards; outwards where negative. */
  readonly chokePx: number
  readonly onChange: (chokePx: number) => void
}

/** Moves the whole edge of a cut-out. */
export function EdgeSlider({ label, chokePx, onChange }: EdgeSliderProps) {
  const { t } = useTranslation('tools')
  const { number } = useFormats()
  const words = (px: number) =>
    px === 0 ? t('edgeNone') : t(px > 0 ? 'edgeIn' : 'edgeOut', { px: number(Math.abs(px), 1) })
  return (
    <Slider
      label={label}
      min={-furthestEdgePx}
      max={furthestEdgePx}
      step={0.5}
      origin={0}
      resetValue={0}
      value={chokePx}
      format={words}
      onChange={onChange}
    />
  )
}
