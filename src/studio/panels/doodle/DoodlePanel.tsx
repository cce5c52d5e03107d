import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { clearStrokes } from '#core/design/edits/doodle.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { editAtom, selectedLayersAtom } from '#src/state/editor.ts'
import { penAtom, stageModeAtom } from '#src/state/view.ts'
import { Button } from '#src/ui/Button.tsx'
import { EraserIcon, PencilSimpleLineIcon, TrashIcon } from '#src/ui/icons.ts'
import { SegmentedControl } from '#src/ui/SegmentedControl.tsx'
import { Slider } from '#src/ui/Slider.tsx'
import { SwatchRow } from '#src/ui/SwatchRow.tsx'
import { ColourField } from '../colour/ColourField.tsx'
import { useSwatches } from '../colour/use-swatches.ts'
import panel from '../panel.module.css'

const WIDTH_MM = { min: 0.4, max: 20, step: 0.2 } as const

/** The pen. While it is open a finger draws on the stage instead of moving layers. */
export function DoodlePanel() {
  const { t } = useTranslation('panels')
  const { mm } = useFormats()
  const [pen, setPen] = useAtom(penAtom)
  const swatches = useSwatches()
  useDoodleMode()
  return (
    <div className={panel.stack}>
      <p className={panel.hint}>{t('doodle.hint')}</p>
      <SegmentedControl
        label={t('doodle.tool')}
        value={pen.eraser ? 'eraser' : 'pen'}
        onChange={(tool) => setPen({ ...pen, eraser: tool === 'eraser' })}
        options={[
          { value: 'pen', label: t('doodle.pen'), icon: <PencilSimpleLineIcon /> },
          { value: 'eraser', label: t('doodle.eraser'), icon: <EraserIcon /> },
        ]}
      />
      <Slider
        label={t('doodle.width')}
        {...WIDTH_MM}
        value={pen.widthMm}
        format={(value) => mm(value)}
        onChange={(widthMm) => setPen({ ...pen, widthMm })}
      />
      {!pen.eraser && (
        <>
          <SwatchRow
            label={t('doodle.colour')}
            swatches={swatches}
            value={pen.colour}
            onPick={(colour) => setPen({ ...pen, colour })}
          />
          <ColourField
            label={t('doodle.colour')}
            value={pen.colour}
            onChange={(colour) => setPen({ ...pen, colour })}
          />
        </>
      )}
      <ClearDoodle />
    </div>
  )
}

function useDoodleMode(): void {
  const setMode = useSetAtom(stageModeAtom)
  useEffect(() => {
    setMode('doodle')
    return () => setMode('select')
  }, [setMode])
}

function ClearDoodle() {
  const { t } = useTranslation('panels')
  const [layer] = useAtomValue(selectedLayersAtom)
  const edit = useSetAtom(editAtom)
  if (layer?.kind !== 'doodle' || layer.locked || layer.strokes.length === 0) return null
  return (
    <Button
      variant="ghost"
      icon={<TrashIcon />}
      onClick={() => edit({ edit: (design) => clearStrokes(design, layer.id) })}
    >
      {t('doodle.clear')}
    </Button>
  )
}
