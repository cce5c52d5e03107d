import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { cropZoom } from '#core/design/crop.ts'
import type { PhotoLayer } from '#core/design/document.ts'
import { resetCrop, setCrop } from '#core/design/edits/photo.ts'
import { shownPhoto } from '#core/design/shown-photo.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { editAtom } from '#src/state/editor.ts'
import { Button } from '#src/ui/Button.tsx'
import { CropIcon } from '#src/ui/icons.ts'
import { Slider } from '#src/ui/Slider.tsx'
import panel from '../panel.module.css'
import { useMark } from '../use-mark.ts'

const ZOOM_MAX = 6

/** How much of the photo its frame shows, and which part. */
export function CropControls({ layer }: { layer: PhotoLayer }) {
  const { t } = useTranslation('panels')
  const formats = useFormats()
  const edit = useSetAtom(editAtom)
  const { mark, end } = useMark('crop')
  const { crop } = layer
  const frame = { width: layer.widthMm, height: layer.heightMm }
  const zoom = cropZoom(crop, shownPhoto(layer), frame)
  const focusX = crop.x + crop.width / 2
  const focusY = crop.y + crop.height / 2
  const set = (options: Parameters<typeof setCrop>[2]) =>
    edit({
      edit: (design) => setCrop(design, layer.id, { zoom, focusX, focusY, ...options }),
      mark: mark(),
    })
  const moves = [
    { label: t('photo.panX'), key: 'focusX', size: crop.width, at: crop.x },
    { label: t('photo.panY'), key: 'focusY', size: crop.height, at: crop.y },
  ] as const
  return (
    <div className={panel.section}>
      <Slider
        label={t('photo.zoom')}
        min={1}
        max={ZOOM_MAX}
        step={0.05}
        value={Math.min(ZOOM_MAX, zoom)}
        resetValue={1}
        format={(value) => formats.percent(value)}
        onChange={(value) => set({ zoom: value })}
        onCommit={end}
      />
      {moves.map(({ label, key, size, at }) => (
        <Slider
          key={key}
          label={label}
          min={0}
          max={1}
          step={0.01}
          movesAcross={key === 'focusX'}
          disabled={size > 0.995}
          value={size > 0.995 ? 0.5 : at / (1 - size)}
          resetValue={0.5}
          format={(value) => formats.percent(value)}
          onChange={(value) => set({ [key]: value * (1 - size) + size / 2 })}
          onCommit={end}
        />
      ))}
      <Button
        size="small"
        icon={<CropIcon />}
        disabled={zoom < 1.001 && Math.abs(focusX - 0.5) < 1e-6 && Math.abs(focusY - 0.5) < 1e-6}
        onClick={() => edit({ edit: (design) => resetCrop(design, layer.id) })}
      >
        {t('photo.resetCrop')}
      </Button>
    </div>
  )
}
