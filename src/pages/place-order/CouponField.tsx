import { useAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Fault } from '#core/errors.ts'
import { orderRequestAtom } from '#src/state/order-request.ts'
import { Button } from '#src/ui/Button.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import styles from './CouponField.module.css'

/** A coupon is applied by its button, so that half a code is never asked about. */
export function CouponField({ fault }: { fault: Fault | null }) {
  const { t } = useTranslation(['store', 'errors'])
  const [request, setRequest] = useAtom(orderRequestAtom)
  const [code, setCode] = useState(request.coupon)
  const refused = fault?.code === 'coupon-not-usable' ? t('errors:coupon-not-usable') : undefined
  return (
    <form
      className={styles.row}
      onSubmit={(event) => {
        event.preventDefault()
        setRequest({ ...request, coupon: code.trim().toUpperCase() })
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
