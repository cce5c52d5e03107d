import styles from './Wordmark.module.css'

/** The name of the house, with a registration mark for its dot. */
export const Wordmark = () => (
  <span className={styles.wordmark} translate="no" dir="ltr">
    <svg className={styles.mark} viewBox="0 0 32 32" aria-hidden="true">
      <g fill="none" stroke="currentColor" strokeWidth="1.75">
        <circle cx="16" cy="16" r="9" />
        <path d="M16 2v28M2 16h28" />
      </g>
      <circle cx="16" cy="16" r="4.25" fill="currentColor" />
    </svg>
    Stampa
  </span>
)
