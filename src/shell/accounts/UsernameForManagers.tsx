import styles from './account-form.module.css'

/** Under this name password managers keep the password of the form around it; nobody sees it. */
export const UsernameForManagers = ({ phone }: { readonly phone: string }) => (
  <input
    className={styles.username}
    type="tel"
    autoComplete="username"
    value={phone}
    readOnly
    tabIndex={-1}
    aria-hidden="true"
  />
)
