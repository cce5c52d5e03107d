import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { Size } from '#core/commerce/sizes/size.ts'
import type { QuoteAnswer } from '#core/contract/entities/order.ts'
import type { Design } from '#core/design/document.ts'
import { placedTimes, placementKey } from '#src/api/placement-key.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { paysOffline } from '#src/order/pays-offline.ts'
import { WaitingOrderCard } from '#src/order/WaitingOrderCard.tsx'
import { addressOf } from '#src/shell/addresses.ts'
import { CallFailed } from '#src/shell/calls/Loaded.tsx'
import { useSettings } from '#src/shell/calls/use-settings.ts'
import { JobProgress } from '#src/shell/jobs/JobProgress.tsx'
import { orderRequestAtom } from '#src/state/order-request.ts'
import { placementJobAtom, stopPlacementAtom } from '#src/state/place-order.ts'
import { claimAtom, machineIdAtom, promotionAtom } from '#src/state/session.ts'
import { orderAtom, waitingOrdersAtom } from '#src/state/waiting-orders.ts'
import { Button } from '#src/ui/Button.tsx'
import { QrCodeIcon } from '#src/ui/icons.ts'
import styles from './PlaceBar.module.css'

/** What the specification calls this terminal. */
const TERMINAL = 2

interface PlaceBarProps {
  readonly design: Design
  readonly size: Size | null
  readonly quantity: number
  readonly quote: QuoteAnswer | null
  /** The price is being asked again: what is shown is of the choice before. */
  readonly outdated: boolean
  readonly dpi: number
}

/** The price and the button that places the order; its progress and its refusal. */
export function PlaceBar(props: PlaceBarProps) {
  // An order that waits is said when nothing more can be fetched.
  const { t } = useTranslation(['store', 'offline'])
  const { money } = useFormats()
  const job = useAtomValue(placementJobAtom)
  const stop = useSetAtom(stopPlacementAtom)
  const waiting = useAtomValue(waitingOrdersAtom).find(
    ({ design }) => design.id === props.design.id,
  )
  const place = usePlace(props)
  if (job.kind === 'running') {
    return (
      <JobProgress label={t('place.placing')} progress={job.progress} onCancel={() => stop()} />
    )
  }
  if (waiting !== undefined && waiting.refusal === null) return <WaitingOrderCard order={waiting} />
  return (
    <div className={styles.bar}>
      {job.kind === 'failed' && <CallFailed fault={job.fault} />}
      {waiting?.refusal && <CallFailed fault={{ ...waiting.refusal, cause: '' }} />}
      <NotScanned />
      <div className={styles.row}>
        <strong className={styles.total}>
          {props.quote === null ? '\u00a0' : money(props.quote.total)}
        </strong>
        <Button
          variant="primary"
          size="large"
          disabled={props.quote === null || props.outdated}
          data-command="place-order"
          onClick={() => void place()}
        >
          {t('place.place')}
        </Button>
      </div>
    </div>
  )
}

/** Printing needs a scan: said before the customer presses. */
function NotScanned() {
  const { t } = useTranslation('errors')
  const machineId = useAtomValue(machineIdAtom)
  const claim = useAtomValue(claimAtom)
  if (claim !== null && claim.machineId === machineId) return null
  return (
    <p className={styles.note}>
      <QrCodeIcon aria-hidden="true" />
      {t('not-scanned')}
    </p>
  )
}

function usePlace({ design, size, quantity, quote, dpi }: PlaceBarProps) {
  const navigate = useNavigate()
  const placeOrder = useSetAtom(orderAtom)
  const request = useAtomValue(orderRequestAtom)
  const machineId = useAtomValue(machineIdAtom) ?? ''
  const claim = useAtomValue(claimAtom)
  const settings = useSettings()
  const promotion = useAtomValue(promotionAtom)
  const [times] = useState(() => placedTimes(design.id))
  return async () => {
    if (quote === null) return
    const payOffline = paysOffline(request.payOffline, settings)
    const asked = {
      ...request,
      ...promotion,
      payOffline,
      terminal: TERMINAL,
      addressId: request.pickup ? null : request.addressId,
      machine_id: machineId,
      quantity,
      size,
      expectedTotalMinor: quote.total.minor,
    }
    const placement = {
      design,
      dpi,
      idempotencyKey: placementKey(design.id, times, { ...asked, design }),
      claim: claim?.machineId === machineId ? claim.claim : '',
      request: asked,
    }
    const order = await placeOrder(placement, quote.total)
    if (order === null) return
    const next = payOffline ? 'selfHelpPayment' : 'payCard'
    await navigate(addressOf(next, { order: order.order_number }), { replace: true })
  }
}
