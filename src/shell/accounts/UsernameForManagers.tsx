import styles from './account-form.module.css'

/** Under this name password managers keep the password of the form around it; nobody sees it. */
export const UsernameForManagers = ({ username }: { readonly username: string }) => (
  <input
    className={styles.username}
    autoComplete="username"
    value={username}
    readOnly
    tabIndex={-1}
    aria-hidden="true"
  />
)
