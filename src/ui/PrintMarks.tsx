import styles from './PrintMarks.module.css'

/** A printer's registration mark; ornament only. */
export const RegistrationMark = ({ size = 22 }: { size?: number }) => (
  <svg
    className={styles.mark}
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1"
    aria-hidden="true"
  >
    <circle cx="12" cy="12" r="7" />
    <circle cx="12" cy="12" r="3.2" fill="currentColor" stroke="none" />
    <path d="M12 0v24M0 12h24" />
    <path d="M12 8.8v6.4M8.8 12h6.4" stroke="var(--paper)" />
  </svg>
)

/** A colour bar, as at the edge of a printed sheet; ornament only. */
export const ColourBar = () => (
  <span className={styles.bar} aria-hidden="true">
    <i />
    <i />
    <i />
    <i />
    <i />
    <i />
  </span>
)

/** A sheet torn in two, where something did not arrive or broke; ornament only. */
export const TornSheet = () => (
  <svg className={styles.torn} viewBox="0 0 96 72" fill="none" strokeWidth="2" aria-hidden="true">
    <path className={styles.sheet} d="M14 8h68v26l-9 5-8-6-9 7-9-7-9 6-8-6-9 6-7-5z" />
    <path className={styles.sheet} d="M12 46l9 5 8-6 9 6 9-7 9 7 9-7 8 6 9-5 2 25H12z" />
    <circle cx="60" cy="20" r="6" fill="var(--accent-fill)" />
    <path d="M22 26l10-9 8 7 6-4 12 9" stroke="currentColor" strokeLinejoin="round" />
    <path d="M24 60h30M24 66h18" stroke="currentColor" strokeLinecap="round" />
  </svg>
)
