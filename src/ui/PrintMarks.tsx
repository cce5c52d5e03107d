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
