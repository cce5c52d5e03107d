import styles from './Spinner.module.css'

/** A turning registration mark. Silent: what is being done is said beside it. */
export const Spinner = ({ size = 20 }: { size?: number }) => (
  <svg
    className={styles.spinner}
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    aria-hidden="true"
  >
    <circle cx="12" cy="12" r="8" opacity="0.25" />
    <path d="M12 4a8 8 0 0 1 8 8" />
    <path d="M12 1v3M23 12h-3" opacity="0.6" />
  </svg>
)
