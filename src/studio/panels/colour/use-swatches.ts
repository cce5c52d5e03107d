import { useTranslation } from 'react-i18next'
import type { ColourPickerLabels, ColourPickerProps } from '#src/ui/ColourPicker.tsx'
import { swatchColours } from './swatches.ts'

/** The suggested colours by their names in the customer's language. */
export function useSwatches(): NonNullable<ColourPickerProps['swatches']> {
  const { t } = useTranslation('panels')
  return swatchColours.map(([id, colour]) => ({ colour, label: t(`colour.names.${id}`) }))
}

/** What the parts of a colour picker are called. */
export function useColourLabels(): ColourPickerLabels {
  const { t } = useTranslation('panels')
  return {
    swatches: t('colour.swatches'),
    area: t('colour.area'),
    saturation: t('colour.saturation'),
    brightness: t('colour.brightness'),
    hue: t('colour.hue'),
    hex: t('colour.hex'),
  }
}
