import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './Facts.module.css'

const pictures = {
  private: (
    <>
      <rect x="12" y="3" width="24" height="42" rx="5" />
      <path d="M15 30l5-6 4 4 3-3 6 6" />
      <circle cx="29" cy="15" r="3" className={styles.dot} />
      <path d="M21 40h6" />
    </>
  ),
  true: (
    <>
      <circle cx="24" cy="24" r="13" />
      <path d="M24 3v42M3 24h42" />
      <circle cx="24" cy="24" r="5" className={styles.dot} />
    </>
  ),
  sharp: (
    <>
      <circle cx="20" cy="20" r="15" />
      <path d="M31 31l13 13" strokeWidth="4" />
      <circle cx="15" cy="17" r="2.5" className={styles.dot} />
      <circle cx="24" cy="17" r="3.5" className={styles.dot} />
      <circle cx="19" cy="25" r="3" className={styles.dot} />
    </>
  ),
} as const satisfies Record<string, ReactNode>

const facts = ['private', 'true', 'sharp'] as const

/** Three promises, each of which the product keeps. */
export function Facts() {
  const { t } = useTranslation('shop')
  return (
    <ul className={styles.facts}>
      {facts.map((fact) => (
        <li key={fact} className={styles.fact}>
          <svg className={styles.picture} viewBox="0 0 48 48" aria-hidden="true">
            {pictures[fact]}
          </svg>
          <div>
            <h3 className={styles.name}>{t(`hero.${fact}`)}</h3>
            <p className={styles.text}>{t(`hero.${fact}Text`)}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
