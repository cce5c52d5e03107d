import { useTranslation } from 'react-i18next'
import type { CustomSize, SizeError } from '#core/catalogue/cakes.ts'
import { limits } from '#core/limits.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { TextField } from '#src/ui/TextField.tsx'
import styles from './CustomSizeFields.module.css'
import { useTypedSize } from './typed-size.ts'

export interface CustomSizeFieldsProps {
  readonly size: CustomSize
  readonly errors: readonly SizeError[]
  /** Errors of fields that were not touched are shown too. */
  readonly insist: boolean
  readonly onChange: (change: Partial<CustomSize>) => void
}

const fields = [
  { field: 'widthMm', label: 'cake.width' },
  { field: 'heightMm', label: 'cake.height' },
  { field: 'cornerRadiusMm', label: 'cake.radius' },
] as const

/** Width, height and corner radius in mm; each says by itself what is wrong with it. */
export function CustomSizeFields({ size, errors, insist, onChange }: CustomSizeFieldsProps) {
  const { t } = useTranslation('shop')
  const { mm } = useFormats()
  const typed = useTypedSize(size, onChange)
  const messageOf = (field: keyof CustomSize) => {
    const error = errors.find((candidate) => candidate.field === field)
    if (!error || !(insist || typed.left(field))) return undefined
    return t(`cake.errors.${error.code}`, { min: mm(error.minMm), max: mm(error.maxMm) })
  }
  return (
    <fieldset className={styles.fields}>
      <legend className={styles.legend}>{t('cake.size')}</legend>
      <p className={styles.hint}>
        {t('cake.customHint', { min: mm(limits.printMmMin), max: mm(limits.printMmMax) })}
      </p>
      <div className={styles.row}>
        {fields.map(({ field, label }) => (
          <TextField
            key={field}
            label={t(label)}
            inputMode="decimal"
            autoComplete="off"
            suffix={t('cake.unit')}
            value={typed.textOf(field)}
            onChange={(text) => typed.type(field, text)}
            onBlur={() => typed.leave(field)}
            error={messageOf(field)}
            {...(field === 'cornerRadiusMm' && { hint: t('cake.radiusHint') })}
          />
        ))}
      </div>
    </fieldset>
  )
}
