import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { cakeGeometry } from '#core/catalogue/cakes.ts'
import { CakeDrawing } from '#src/product/CakeDrawing.tsx'
import { LandscapePrint } from '#src/product/LandscapePrint.tsx'
import { SampleCase } from '#src/product/SampleCase.tsx'
import { addressOf } from '#src/shell/addresses.ts'
import { buttonClass } from '#src/ui/Button.tsx'
import { CakeIcon, DeviceMobileIcon } from '#src/ui/icons.ts'
import { ColourBar, RegistrationMark } from '#src/ui/PrintMarks.tsx'
import styles from './Hero.module.css'

const sampleCake = cakeGeometry('round', 8)

/** What Stampa does, in one look. */
export function Hero() {
  const { t } = useTranslation('shop')
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
          <Link
            className={buttonClass({ variant: 'primary', size: 'large' })}
            to={addressOf('customise')}
          >
            <DeviceMobileIcon aria-hidden="true" />
            {t('hero.case')}
          </Link>
          <Link className={buttonClass({ size: 'large' })} to={addressOf('size')}>
            <CakeIcon aria-hidden="true" />
            {t('hero.cake')}
          </Link>
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
          <SampleCase />
        </div>
      </div>
    </section>
  )
}
