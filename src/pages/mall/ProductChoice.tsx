import { useAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { type ProductKind, productKindAtom } from '#src/state/product-choice.ts'
import { CakeIcon, DeviceMobileIcon } from '#src/ui/icons.ts'
import { SegmentedControl } from '#src/ui/SegmentedControl.tsx'
import { CakeChoice } from './cake/CakeChoice.tsx'
import { CaseChoice } from './case/CaseChoice.tsx'
import { CHOICE_ID } from './Hero.tsx'
import styles from './ProductChoice.module.css'

/** A case or a cake, and which. */
export function ProductChoice() {
  const { t } = useTranslation('shop')
  const [kind, setKind] = useAtom(productKindAtom)
  const options = [
    { value: 'phone-case', label: t('choice.case'), icon: <DeviceMobileIcon /> },
    { value: 'cake', label: t('choice.cake'), icon: <CakeIcon /> },
  ] as const satisfies readonly { value: ProductKind; label: string; icon: unknown }[]
  return (
    <section
      className={styles.section}
      id={CHOICE_ID}
      tabIndex={-1}
      aria-labelledby={`${CHOICE_ID}-title`}
    >
      <div className={styles.inner}>
        <header className={styles.head}>
          <h2 className={styles.title} id={`${CHOICE_ID}-title`}>
            {t('choice.title')}
          </h2>
          <div className={styles.kinds}>
            <SegmentedControl
              label={t('choice.product')}
              value={kind}
              onChange={setKind}
              options={options}
            />
          </div>
        </header>
        {kind === 'cake' ? <CakeChoice /> : <CaseChoice />}
      </div>
    </section>
  )
}
