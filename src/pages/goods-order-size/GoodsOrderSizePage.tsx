import { useAtomValue } from 'jotai'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import type { Size } from '#core/commerce/sizes/size.ts'
import type { OrderDetail } from '#core/contract/entities/order.ts'
import type { Design } from '#core/design/document.ts'
import { LoadedOrder } from '#src/order/LoadedOrder.tsx'
import { useOrder } from '#src/order/use-order.ts'
import { useOrderPicture } from '#src/order/use-order-picture.ts'
import { useDesignPicture } from '#src/product/use-design-picture.ts'
import { addressOf } from '#src/shell/addresses.ts'
import { CallFailed } from '#src/shell/calls/Loaded.tsx'
import { useLoad } from '#src/shell/jobs/use-load.ts'
import { Page } from '#src/shell/page/Page.tsx'
import { oneCopy, sizeOf, sizeOfDesign, uprightOrientation } from '#src/state/imposition.ts'
import { machineIdAtom } from '#src/state/session.ts'
import { readDraft } from '#src/storage/draft-store.ts'
import { SizeSheet } from './SizeSheet.tsx'

/** The size of an order's goods, or of a draft's, as they look and as they lie on the sheet. */
export default function GoodsOrderSizePage() {
  const { t } = useTranslation('store')
  const [parameters] = useSearchParams()
  const draft = parameters.get('draft')
  return (
    <Page title={t('goodsOrderSize.pageTitle')} width="narrow" back={addressOf('orders')}>
      {draft === null ? <OfOrder /> : <OfDraft draftId={draft} />}
    </Page>
  )
}

function OfOrder() {
  const { state, reload } = useOrder()
  return (
    <LoadedOrder state={state} reload={reload}>
      {(order) => <OrderedSize order={order} />}
    </LoadedOrder>
  )
}

function OrderedSize({ order }: { order: OrderDetail }) {
  const picture = useOrderPicture(order.previewFile)
  const { widthMm, heightMm, shape } = order.product
  const cornerRadiusMm = shape === 'round' ? widthMm / 2 : 0
  const single = sizeOfOne({ widthMm, heightMm, cornerRadiusMm })
  return <SizeSheet size={order.size ?? single} picture={picture} machineId={order.machine_id} />
}

/** One copy by itself. */
const sizeOfOne = (geometry: Parameters<typeof sizeOf>[0]): Size =>
  sizeOf(geometry, { ...oneCopy, orientation: uprightOrientation(geometry) })

function OfDraft({ draftId }: { draftId: string }) {
  const read = useCallback(() => readDraft(draftId), [draftId])
  const { outcome, fault } = useLoad(read)
  if (fault !== null) return <CallFailed fault={fault} />
  return outcome?.ok ? <DraftSize design={outcome.value} /> : null
}

function DraftSize({ design }: { design: Design }) {
  const picture = useDesignPicture(design)
  const machineId = useAtomValue(machineIdAtom) ?? ''
  const size = sizeOfDesign(design) ?? sizeOfOne(design.product.geometry)
  return <SizeSheet size={size} picture={picture} machineId={machineId} />
}
