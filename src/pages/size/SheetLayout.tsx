import { useAtom, useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { impose, type Sheet } from '#core/commerce/sizes/imposition.ts'
import { machineDetail } from '#core/contract/services/machines.ts'
import { limits } from '#core/limits.ts'
import { LandscapePrint } from '#src/product/LandscapePrint.tsx'
import { SheetPreview } from '#src/product/SheetPreview.tsx'
import { useCall } from '#src/shell/calls/use-call.ts'
import { shownCakeAtom } from '#src/state/cake-size.ts'
import { type Layout, layoutAtom, sizeOf } from '#src/state/imposition.ts'
import { machineIdAtom } from '#src/state/session.ts'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { NumberField } from '#src/ui/NumberField.tsx'
import { SegmentedControl } from '#src/ui/SegmentedControl.tsx'
import styles from './SheetLayout.module.css'

/** The largest sheet that any station has; a scanned station says its own. */
const LARGEST_SHEET: Sheet = { widthMm: 430, heightMm: 430 }

/** Each number with its bounds; the sheet says whether they go together. */
const fields = [
  { field: 'quantity', min: 1, max: limits.orderQuantityMax, unit: false },
  { field: 'rows', min: 1, max: 20, unit: false },
  { field: 'columns', min: 1, max: 20, unit: false },
  { field: 'spacingMm', min: 0, max: 100, unit: true },
  { field: 'bottomMarginMm', min: 0, max: 100, unit: true },
  { field: 'rightMarginMm', min: 0, max: 100, unit: true },
] as const satisfies readonly { field: keyof Layout; min: number; max: number; unit: boolean }[]

/** How copies lie on the machine's sheet, drawn as they are changed. */
export function SheetLayout() {
  const { t } = useTranslation(['store', 'shop'])
  const [layout, setLayout] = useAtom(layoutAtom)
  const size = sizeOf(useAtomValue(shownCakeAtom), layout)
  const sheet = useSheet()
  const laid = impose(size, sheet)
  return (
    <Disclosure label={t('size.copies')} open={layout.quantity > 1}>
      <div className={styles.layout}>
        <div className={styles.fields}>
          <SegmentedControl
            label={t('size.orientation')}
            showLabel
            value={layout.orientation}
            onChange={(orientation) => setLayout({ orientation })}
            options={[
              { value: 'portrait', label: t('size.portrait') },
              { value: 'landscape', label: t('size.landscape') },
            ]}
          />
          <div className={styles.numbers}>
            {fields.map(({ field, min, max, unit }) => (
              <NumberField
                key={field}
                label={t(`size.${field}`)}
                min={min}
                max={max}
                decimals={unit ? 1 : 0}
                {...(unit && { unit: t('shop:cake.unit') })}
                value={layout[field]}
                onChange={(value) => setLayout({ [field]: value ?? min })}
              />
            ))}
          </div>
        </div>
        <div>
          <SheetPreview size={size} sheet={sheet} print={<LandscapePrint />} />
          {!laid.fits && (
            <p className={styles.refused} role="alert">
              {t('size.doesNotFit', { count: laid.most })}
            </p>
          )}
        </div>
      </div>
    </Disclosure>
  )
}

function useSheet(): Sheet {
  const machineId = useAtomValue(machineIdAtom)
  const { state } = useCall(machineDetail, machineId === null ? null : { machine_id: machineId })
  return state.kind === 'ready' ? state.value.sheet : LARGEST_SHEET
}
