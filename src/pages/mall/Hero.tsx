import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { cakeGeometry } from '#core/catalogue/cakes.ts'
import { type ProductKind, productKindAtom } from '#src/state/product-choice.ts'
import { Button } from '#src/ui/Button.tsx'
import { CakeIcon, DeviceMobileIcon } from '#src/ui/icons.ts'
import { ColourBar, RegistrationMark } from '#src/ui/PrintMarks.tsx'
import { CakeDrawing } from './cake/CakeDrawing.tsx'
import { CaseDrawing } from './case/CaseDrawing.tsx'
import styles from './Hero.module.css'
import { LandscapePrint } from './LandscapePrint.tsx'

export const CHOICE_ID = 'choice'

/** A made-up phone, nobody's in particular. */
const sampleCase = {
  widthMm: 74,
  heightMm: 152,
  cornerRadiusMm: 12,
  bleedMm: 2,
  safeMm: 3,
  holes: [{ xMm: 6, yMm: 6, widthMm: 33, heightMm: 34, cornerRadiusMm: 10 }],
}
const sampleCake = cakeGeometry('round', 8)

/** What Stampa does, in one look. */
export function Hero() {
  const { t } = useTranslation('shop')
  const setKind = useSetAtom(productKindAtom)
  const go = (kind: ProductKind) => {
    setKind(kind)
    const choice = document.getElementById(CHOICE_ID)
    choice?.scrollIntoView({ behavior: 'smooth', block: 'start' })
    choice?.focus({ preventScroll: true })
  }
  return (
    <section className={styles.hero}>
      <div className={styles.words}>
        <p className={styles.eyebrow}>
          <ColourBar />
          {t('hero.eyebrow')}
        </p>
        <h1 className={styles.title}>{t('hero.title')}</h1>
        <p className={styles.lead}>{t('hero.lead')}</p>
        <div className={styles.actions}>
          <Button
            variant="primary"
            size="large"
            icon={<DeviceMobileIcon />}
            onClick={() => go('phone-case')}
          >
            {t('hero.case')}
          </Button>
          <Button size="large" icon={<CakeIcon />} onClick={() => go('cake')}>
            {t('hero.cake')}
          </Button>
        </div>
      </div>
      <div className={styles.sheet} role="img" aria-label={t('hero.picture')}>
        <span className={styles.marks}>
          <RegistrationMark />
          <RegistrationMark />
          <RegistrationMark />
          <RegistrationMark />
        </span>
        <div className={styles.cake}>
          <CakeDrawing geometry={sampleCake} print={<LandscapePrint register />} />
        </div>
        <div className={styles.case}>
          <CaseDrawing
            geometry={sampleCase}
            colour="#f6f1e7"
            gloss={0.3}
            clear={false}
            grain="none"
            print={<LandscapePrint register />}
          />
        </div>
      </div>
    </section>
  )
}
