import styles from './UnknownPhone.module.css'

/** The place of a phone that is not chosen yet. */
export const UnknownPhone = ({ label }: { label: string }) => (
  <svg className={styles.drawing} viewBox="-5 -5 84 162" role="img" aria-label={label}>
    <rect className={styles.body} width="74" height="152" rx="12" />
    <rect className={styles.camera} x="6" y="6" width="33" height="34" rx="10" />
    <path className={styles.camera} d="M37 66v40M17 86h40" />
    <circle className={styles.camera} cx="37" cy="86" r="12" />
  </svg>
)
