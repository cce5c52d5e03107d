import { useTranslation } from 'react-i18next'
import type { Size } from '#core/commerce/sizes/size.ts'
import { machineDetail } from '#core/contract/services/machines.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { MeasuredPicture } from '#src/product/MeasuredPicture.tsx'
import { SheetPreview } from '#src/product/SheetPreview.tsx'
import { Loaded } from '#src/shell/calls/Loaded.tsx'
import { useCall } from '#src/shell/calls/use-call.ts'
import styles from './GoodsOrderSizePage.module.css'

interface SizeSheetProps {
  readonly size: Size
  readonly picture: string | null
  readonly machineId: string
}

/** One copy with its measures; several as they lie on the machine's sheet. */
export function SizeSheet({ size, picture, machineId }: SizeSheetProps) {
  const { t } = useTranslation(['store', 'shop'])
  const { mm, number } = useFormats()
  const [width, height] = [mm(size.widthMm), mm(size.heightMm)]
  const one = [
    [t('shop:cake.width'), width],
    [t('shop:cake.height'), height],
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
      <MeasuredPicture
        {...size}
        picture={picture}
        label={`${t('order.picture')}, ${width} × ${height}`}
        dimensions={{ width, height }}
      />
      {size.quantity > 1 && <OnSheet size={size} picture={picture} machineId={machineId} />}
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

function OnSheet({ size, picture, machineId }: SizeSheetProps) {
  const { state, reload } = useCall(machineDetail, { machine_id: machineId })
  return (
    <Loaded state={state} reload={reload}>
      {({ sheet }) => <SheetPreview size={size} sheet={sheet} picture={picture} />}
    </Loaded>
  )
}
