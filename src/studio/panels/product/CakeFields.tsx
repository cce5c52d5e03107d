import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type CakeInches,
  type CustomSize,
  cakeInches,
  cakeProduct,
  customCake,
  type SizeError,
} from '#core/catalogue/cakes.ts'
import type { Product } from '#core/design/document.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { Button } from '#src/ui/Button.tsx'
import { NumberField } from '#src/ui/NumberField.tsx'
import { SegmentedControl } from '#src/ui/SegmentedControl.tsx'
import panel from '../panel.module.css'

type CakeProduct = Extract<Product, { kind: 'cake' }>

interface CakeFieldsProps {
  readonly product: CakeProduct
  readonly onChange: (product: Product) => void
}

const sizes = cakeInches.map((inches) => String(inches))

/** Shape and size of the cake. */
export function CakeFields({ product, onChange }: CakeFieldsProps) {
  const { t } = useTranslation('panels')
  const { number } = useFormats()
  const { shape } = product
  const inches = product.shape === 'custom' ? 8 : product.sizeInches
  const setShape = (next: CakeProduct['shape']) => {
    if (next !== 'custom') return onChange(cakeProduct(next, inches))
    const { widthMm, heightMm, cornerRadiusMm } = product.geometry
    const checked = customCake({ widthMm, heightMm, cornerRadiusMm })
    if (checked.ok) onChange(checked.product)
  }
  return (
    <>
      <SegmentedControl
        label={t('product.shape')}
        showLabel
        value={shape}
        onChange={setShape}
        options={(['round', 'square', 'custom'] as const).map((value) => ({
          value,
          label: t(`product.${value}`),
        }))}
      />
      {shape === 'custom' ? (
        <CustomFields key={JSON.stringify(product.geometry)} {...{ product, onChange }} />
      ) : (
        <SegmentedControl
          label={t('product.size')}
          showLabel
          value={String(inches)}
          onChange={(value) => onChange(cakeProduct(shape, Number(value) as CakeInches))}
          options={sizes.map((value) => ({ value, label: `${number(Number(value))}″` }))}
        />
      )}
    </>
  )
}

function CustomFields({ product, onChange }: CakeFieldsProps) {
  const { t } = useTranslation('panels')
  const { mm } = useFormats()
  const { widthMm, heightMm, cornerRadiusMm } = product.geometry
  const [size, setSize] = useState<CustomSize>({ widthMm, heightMm, cornerRadiusMm })
  const checked = customCake(size)
  const wrong = (field: SizeError['field']) => {
    const error = checked.ok ? undefined : checked.errors.find((each) => each.field === field)
    return (
      error && t(`product.errors.${error.code}`, { min: mm(error.minMm), max: mm(error.maxMm) })
    )
  }
  const fields = [
    ['widthMm', t('product.width')],
    ['heightMm', t('product.height')],
    ['cornerRadiusMm', t('product.radius')],
  ] as const
  return (
    <form
      className={panel.section}
      onSubmit={(event) => {
        event.preventDefault()
        if (checked.ok) onChange(checked.product)
      }}
    >
      <div className={panel.pair}>
        {fields.map(([field, label]) => (
          <NumberField
            key={field}
            label={label}
            unit={t('place.mm')}
            value={size[field]}
            error={wrong(field)}
            onChange={(value) => setSize((before) => ({ ...before, [field]: value }))}
          />
        ))}
      </div>
      <Button type="submit" disabled={!checked.ok} stretch>
        {t('product.apply')}
      </Button>
    </form>
  )
}
