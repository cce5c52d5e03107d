import { useAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Fault } from '#core/errors.ts'
import { orderWishAtom } from '#src/state/order-wish.ts'
import { Button } from '#src/ui/Button.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import styles from './CouponField.module.css'

/** A coupon is applied by its button, so that half a code is never asked about. */
export function CouponField({ fault }: { fault: Fault | null }) {
  const { t } = useTranslation(['store', 'errors'])
  const [wish, setWish] = useAtom(orderWishAtom)
  const [code, setCode] = useState(wish.coupon)
  const refused = fault?.code === 'coupon-not-usable' ? t('errors:coupon-not-usable') : undefined
  return (
    <form
      className={styles.row}
      onSubmit={(event) => {
        event.preventDefault()
        setWish({ ...wish, coupon: code.trim().toUpperCase() })
      }}
    >
      <TextField
        className={styles.field}
        label={t('place.coupon')}
        maxLength={40}
        autoCapitalize="characters"
        autoComplete="off"
        value={code}
        error={refused}
        onChange={setCode}
      />
      <Button type="submit">{t('place.apply')}</Button>
    </form>
  )
}
