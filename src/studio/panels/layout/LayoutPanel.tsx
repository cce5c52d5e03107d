import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { type Layout, layoutIds } from '#core/design/document.ts'
import { setLayout } from '#core/design/edits/slots.ts'
import { defaultLayout, layoutTable } from '#core/design/layouts.ts'
import { emptySlots } from '#core/design/slot-state.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { designAtom, editAtom } from '#src/state/editor.ts'
import { useRovingFocus } from '#src/ui/roving-focus.ts'
import { Slider } from '#src/ui/Slider.tsx'
import panel from '../panel.module.css'
import { AddPhotos } from '../photos/AddPhotos.tsx'
import { IntakeList } from '../photos/IntakeList.tsx'
import { useMark } from '../use-mark.ts'
import styles from './LayoutPanel.module.css'
import { LayoutThumbnail } from './LayoutThumbnail.tsx'

/** How photos share the print. */
export function LayoutPanel() {
  const { t } = useTranslation('panels')
  const design = useAtomValue(designAtom)
  const edit = useSetAtom(editAtom)
  const { geometry } = design.product
  const roving = useRovingFocus<HTMLFieldSetElement>()
  const empty = emptySlots(design).length
  return (
    <div className={panel.stack}>
      <fieldset {...roving} className={styles.layouts} aria-label={t('layout.choose')}>
        {layoutIds.map((layoutId) => (
          <button
            key={layoutId}
            type="button"
            className={panel.tile}
            data-layout={layoutId}
            aria-pressed={design.layout.layoutId === layoutId}
            onClick={() =>
              edit({ edit: (current) => setLayout(current, defaultLayout(layoutId, geometry)) })
            }
          >
            <LayoutThumbnail layoutId={layoutId} geometry={geometry} />
            <span className={styles.name}>{t(`layout.names.${layoutId}`)}</span>
            <span className={styles.count}>
              {t('layout.photos', { count: layoutTable[layoutId].slotCount })}
            </span>
          </button>
        ))}
      </fieldset>
      {empty > 0 && (
        <div className={panel.section}>
          <p className={panel.hint}>{t('layout.empty', { count: empty })}</p>
          <AddPhotos more={false} />
          <IntakeList />
        </div>
      )}
      {design.layout.layoutId !== 'free' && <LayoutSizes layout={design.layout} />}
    </div>
  )
}

function LayoutSizes({ layout }: { layout: Layout }) {
  const { t } = useTranslation('panels')
  const { mm } = useFormats()
  const edit = useSetAtom(editAtom)
  const { mark, end } = useMark('layout')
  const sizes = [
    { label: t('layout.gap'), key: 'gapMm', max: 12 },
    { label: t('layout.margin'), key: 'marginMm', max: 20 },
    { label: t('layout.corner'), key: 'cornerRadiusMm', max: 30 },
  ] as const
  return (
    <div className={panel.section}>
      {sizes.map(({ label, key, max }) => (
        <Slider
          key={key}
          label={label}
          min={0}
          max={max}
          step={0.5}
          value={Math.min(max, layout[key])}
          format={(value) => mm(value)}
          onChange={(value) =>
            edit({ edit: (design) => setLayout(design, { [key]: value }), mark: mark() })
          }
          onCommit={end}
        />
      ))}
    </div>
  )
}
