import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { cakeProduct } from '#core/catalogue/cakes.ts'
import { caseProduct } from '#core/catalogue/cases.ts'
import { phoneModels } from '#core/catalogue/phone-models.ts'
import type { Product } from '#core/design/document.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { designAtom } from '#src/state/editor.ts'
import { CakeIcon, DeviceMobileIcon } from '#src/ui/icons.ts'
import { SegmentedControl } from '#src/ui/SegmentedControl.tsx'
import panel from '../panel.module.css'
import { CakeFields } from './CakeFields.tsx'
import { CaseFields } from './CaseFields.tsx'
import { useChangeProduct } from './use-change-product.ts'

/** Which product this design is printed on; the design moves along. */
export function ProductPanel() {
  const { t } = useTranslation('panels')
  const { mm } = useFormats()
  const { product } = useAtomValue(designAtom)
  const set = useChangeProduct()
  const { widthMm, heightMm, bleedMm } = product.geometry
  const choose = (kind: Product['kind']) => {
    if (kind === product.kind) return
    const [newest] = phoneModels
    if (kind === 'cake') set(cakeProduct('round', 8))
    else if (newest) set(caseProduct(newest.id, 'matte', '#f6f1e7'))
  }
  return (
    <div className={panel.stack}>
      <SegmentedControl
        label={t('product.kind')}
        value={product.kind}
        onChange={choose}
        options={[
          { value: 'phone-case', label: t('product.case'), icon: <DeviceMobileIcon /> },
          { value: 'cake', label: t('product.cake'), icon: <CakeIcon /> },
        ]}
      />
      {product.kind === 'phone-case' ? (
        <CaseFields product={product} onChange={set} />
      ) : (
        <CakeFields product={product} onChange={set} />
      )}
      <p className={panel.hint}>
        {t('product.printSize', { width: mm(widthMm), height: mm(heightMm) })},{' '}
        {t('product.bleed', { bleed: mm(bleedMm) })}. {t('product.keeps')}
      </p>
    </div>
  )
}
