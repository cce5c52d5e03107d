import { useTranslation } from 'react-i18next'
import { DeviceMobileIcon, PrinterIcon, ShieldCheckIcon } from '#src/ui/icons.ts'
import styles from './Facts.module.css'

const facts = [
  { id: 'private', Icon: ShieldCheckIcon },
  { id: 'true', Icon: PrinterIcon },
  { id: 'sharp', Icon: DeviceMobileIcon },
] as const

/** Three promises, each of which the product keeps. */
export function Facts() {
  const { t } = useTranslation('shop')
  return (
    <ul role="list" className={styles.facts}>
      {facts.map(({ id, Icon }) => (
        <li key={id} className={styles.fact}>
          <Icon className={styles.icon} weight="duotone" />
          <div>
            <h3 className={styles.name}>{t(`hero.${id}`)}</h3>
            <p className={styles.text}>{t(`hero.${id}Text`)}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
