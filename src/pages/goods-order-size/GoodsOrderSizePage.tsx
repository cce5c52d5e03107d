import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import type { Size } from '#core/commerce/sizes/size.ts'
import { machineDetail } from '#core/contract/services/machines.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { LoadedOrder } from '#src/order/LoadedOrder.tsx'
import { useOrder } from '#src/order/use-order.ts'
import { SheetPreview } from '#src/product/SheetPreview.tsx'
import { addressOf } from '#src/shell/addresses.ts'
import { Loaded } from '#src/shell/calls/Loaded.tsx'
import { useCall } from '#src/shell/calls/use-call.ts'
import { Page } from '#src/shell/page/Page.tsx'
import { oneCopy, sizeOf, sizeOfDraft, uprightOrientation } from '#src/state/imposition.ts'
import { machineIdAtom } from '#src/state/session.ts'
import styles from './GoodsOrderSizePage.module.css'

/** The size of an order's goods, or of a draft's, and how its copies lie on the machine's sheet. */
export default function GoodsOrderSizePage() {
  const { t } = useTranslation('store')
  const [parameters] = useSearchParams()
  const draft = parameters.get('draft')
  const size = draft === null ? null : sizeOfDraft(draft)
  const machineId = useAtomValue(machineIdAtom) ?? ''
  return (
    <Page title={t('goodsOrderSize.pageTitle')} width="narrow" back={addressOf('orders')}>
      {draft === null ? (
        <OfOrder />
      ) : size === null ? (
        <p>{t('goodsOrderSize.one')}</p>
      ) : (
        <SizeSheet size={size} machineId={machineId} />
      )}
    </Page>
  )
}

function OfOrder() {
  const { state, reload } = useOrder()
  return (
    <LoadedOrder state={state} reload={reload}>
      {(order) => {
        const { widthMm, heightMm, shape } = order.product
        const round = shape === 'round' ? widthMm / 2 : 0
        const orientation = uprightOrientation({ widthMm, heightMm })
        const single = sizeOf(
          { widthMm, heightMm, cornerRadiusMm: round },
          { ...oneCopy, orientation },
        )
        return <SizeSheet size={order.size ?? single} machineId={order.machine_id} />
      }}
    </LoadedOrder>
  )
}

function SizeSheet({ size, machineId }: { size: Size; machineId: string }) {
  const { t } = useTranslation(['store', 'shop'])
  const { mm, number } = useFormats()
  const { state, reload } = useCall(machineDetail, { machine_id: machineId })
  const one = [
    [t('shop:cake.width'), mm(size.widthMm)],
    [t('shop:cake.height'), mm(size.heightMm)],
    [t('size.quantity'), number(size.quantity)],
  ] as const
  const several = [
    [t('shop:cake.radius'), mm(size.cornerRadiusMm)],
    [t('size.orientation'), t(`size.${size.orientation}`)],
    [t('size.rows'), number(size.rows)],
    [t('size.columns'), number(size.columns)],
    [t('size.spacingMm'), mm(size.spacingMm)],
    [t('size.bottomMarginMm'), mm(size.bottomMarginMm)],
    [t('size.rightMarginMm'), mm(size.rightMarginMm)],
  ] as const
  const facts = size.quantity === 1 ? one : [...one, ...several]
  return (
    <>
      <Loaded state={state} reload={reload}>
        {({ sheet }) => <SheetPreview size={size} sheet={sheet} />}
      </Loaded>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name} className={styles.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
