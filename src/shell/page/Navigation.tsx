import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router-dom'
import { loginAtom } from '#src/state/session.ts'
import { classNames } from '#src/ui/class-names.ts'
import { HouseIcon, ListNumbersIcon, UserIcon } from '#src/ui/icons.ts'
import { addressOf } from '../addresses.ts'
import styles from './Navigation.module.css'

/** The three places that a customer goes between: at the foot of a phone, in a wide window's head. */
export function Navigation({ place: where }: { readonly place: 'head' | 'foot' }) {
  const { t } = useTranslation('store')
  const login = useAtomValue(loginAtom)
  if (login === null) return null
  const place = (to: string, label: string, icon: ReactNode) => (
    <NavLink to={to} className={styles.place ?? ''}>
      {icon}
      <span>{label}</span>
    </NavLink>
  )
  return (
    <nav className={classNames(styles.navigation, styles[where])} aria-label={t('page.navigation')}>
      {place(addressOf('mall'), t('page.shop'), <HouseIcon aria-hidden="true" />)}
      {place(addressOf('lineUp'), t('page.queue'), <ListNumbersIcon aria-hidden="true" />)}
      {place(addressOf('orders'), t('page.orders'), <UserIcon aria-hidden="true" />)}
    </nav>
  )
}
