import { useAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { RequestOf } from '#core/contract/service.ts'
import { quoteOrder } from '#core/contract/services/orders.ts'
import { call } from '#src/api/calls.ts'
import { CallFailed } from '#src/shell/calls/Loaded.tsx'
import { FormTextField } from '#src/shell/forms/FormTextField.tsx'
import { useForm } from '#src/shell/forms/use-form.ts'
import { orderRequestAtom } from '#src/state/order-request.ts'
import { Button } from '#src/ui/Button.tsx'
import styles from './CouponField.module.css'

export interface CouponFieldProps {
  /** What is ordered; the coupon is tried on it. */
  readonly basket: Omit<RequestOf<typeof quoteOrder>, 'coupon'>
}

/**
 * A coupon is tried by its button, so that half a code is never asked about, and becomes the order's
 * once the server has taken it: a refused one leaves the price as it is.
 */
export function CouponField({ basket }: CouponFieldProps) {
  const { t } = useTranslation(['store', 'errors'])
  const [request, setRequest] = useAtom(orderRequestAtom)
  const form = useForm({
    schema: quoteOrder.request.pick({ coupon: true }),
    defaultValues: { coupon: request.coupon },
    send: (typed) => call(quoteOrder, { ...basket, ...typed }),
    onDone: ({ value }) => setRequest((current) => ({ ...current, coupon: value.coupon ?? '' })),
    fieldOf: { 'coupon-not-usable': 'coupon' },
  })
  return (
    <form className={styles.form} noValidate onSubmit={form.submit}>
      {form.fault !== null && <CallFailed fault={form.fault} />}
      <div className={styles.row}>
        <FormTextField
          form={form}
          name="coupon"
          className={styles.field}
          label={t('place.coupon')}
          wordsOf={() => t('errors:coupon-not-usable')}
          maxLength={40}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="done"
        />
        <Button type="submit" loading={form.busy}>
          {t('place.apply')}
        </Button>
      </div>
    </form>
  )
}
