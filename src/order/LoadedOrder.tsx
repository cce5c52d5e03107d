import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import type { OrderDetail } from '#core/contract/entities/order.ts'
import { addressOf } from '#src/shell/addresses.ts'
import { Loaded } from '#src/shell/calls/Loaded.tsx'
import type { Called } from '#src/shell/calls/use-call.ts'
import { keepWanted } from '#src/state/wanted-address.ts'
import { buttonClass } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ReceiptIcon } from '#src/ui/icons.ts'

interface LoadedOrderProps {
  readonly state: Called<OrderDetail>
  readonly reload: () => void
  readonly children: (order: OrderDetail) => ReactNode
}

/** An order once it is there; an address that names none of the customer's leads on from here. */
export function LoadedOrder({ state, reload, children }: LoadedOrderProps) {
  if (state.kind === 'failed' && state.fault.code === 'order-unknown') return <NoOrder />
  if (state.kind === 'failed' && state.fault.code === 'not-authorised') return <SignInFirst />
  return (
    <Loaded state={state} reload={reload}>
      {children}
    </Loaded>
  )
}

function NoOrder() {
  const { t } = useTranslation('store')
  return (
    <EmptyState
      illustration={<ReceiptIcon />}
      title={t('payResult.noOrder')}
      action={
        <Link className={buttonClass({ variant: 'primary' })} to={addressOf('orderList')}>
          {t('orders.all')}
        </Link>
      }
    />
  )
}

function SignInFirst() {
  const { t } = useTranslation('store')
  const { pathname, search } = useLocation()
  return (
    <EmptyState
      illustration={<ReceiptIcon />}
      title={t('login.toSeeOrder')}
      action={
        <Link
          className={buttonClass({ variant: 'primary' })}
          to={addressOf('selectLogin')}
          onClick={() => keepWanted(pathname + search)}
        >
          {t('login.login')}
        </Link>
      }
    />
  )
}
