import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isOpenAtom } from '#src/state/editor.ts'
import { useStudioLayout } from '#src/state/layout.ts'
import { dropPrintAtom } from '#src/state/print-job.ts'
import { FullScreen } from '#src/ui/FullScreen.tsx'
import { SegmentedControl } from '#src/ui/SegmentedControl.tsx'
import { CoveredFaces } from './CoveredFaces.tsx'
import { OrderThis } from './OrderThis.tsx'
import styles from './Preview.module.css'
import { PrintFileCard } from './PrintFileCard.tsx'
import { type PreviewLook, ProductPicture } from './ProductPicture.tsx'

interface PreviewScreenProps {
  readonly open: boolean
  readonly close: () => void
}

/** The finished thing, over the whole window: on its product or flat, and its print file. */
export function PreviewScreen({ open, close }: PreviewScreenProps) {
  const { t } = useTranslation('panels')
  const ready = useAtomValue(isOpenAtom)
  return (
    <FullScreen
      open={open && ready}
      onOpenChange={(next) => !next && close()}
      title={t('preview.title')}
      closeLabel={t('preview.back')}
      returnFocus={() => document.querySelector<HTMLElement>('[data-command="preview"]')}
    >
      <Preview />
    </FullScreen>
  )
}

function Preview() {
  const { t } = useTranslation('panels')
  const stacked = useStudioLayout() === 'stacked'
  const [look, setLook] = useState<PreviewLook>('product')
  const dropPrint = useSetAtom(dropPrintAtom)
  useEffect(() => () => dropPrint(), [dropPrint])
  return (
    <div className={stacked ? styles.stacked : styles.beside}>
      <div className={styles.show}>
        <ProductPicture look={look} />
        <div className={styles.looks}>
          <SegmentedControl
            label={t('preview.view')}
            value={look}
            onChange={setLook}
            options={[
              { value: 'product', label: t('preview.product') },
              { value: 'flat', label: t('preview.flat') },
            ]}
          />
        </div>
      </div>
      <div className={styles.cards}>
        <OrderThis />
        <CoveredFaces />
        <PrintFileCard />
      </div>
    </div>
  )
}
