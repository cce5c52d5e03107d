import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { Layer } from '#core/design/document.ts'
import { flipHorizontally, flipVertically, setOpacity } from '#core/design/edits/layers.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { editAtom } from '#src/state/editor.ts'
import { Button } from '#src/ui/Button.tsx'
import { FlipHorizontalIcon, FlipVerticalIcon } from '#src/ui/icons.ts'
import { Slider } from '#src/ui/Slider.tsx'
import panel from './panel.module.css'
import { Section } from './Section.tsx'
import { useMark } from './use-mark.ts'

/** Opacity and mirroring of what is selected. */
export function Appearance({ layers }: { layers: readonly Layer[] }) {
  const { t } = useTranslation('panels')
  const formats = useFormats()
  const edit = useSetAtom(editAtom)
  const { mark, end } = useMark('opacity')
  const ids = layers.map(({ id }) => id)
  const opacity = layers[0]?.opacity ?? 1
  return (
    <Section title={t('appearance.title')}>
      <Slider
        label={t('appearance.opacity')}
        min={0}
        max={1}
        step={0.01}
        value={opacity}
        resetValue={1}
        format={(value) => formats.percent(value)}
        onChange={(value) =>
          edit({ edit: (design) => setOpacity(design, ids, value), mark: mark() })
        }
        onCommit={end}
      />
      <div className={panel.row}>
        <Button
          icon={<FlipHorizontalIcon />}
          onClick={() => edit({ edit: (design) => flipHorizontally(design, ids) })}
        >
          {t('appearance.flipX')}
        </Button>
        <Button
          icon={<FlipVerticalIcon />}
          onClick={() => edit({ edit: (design) => flipVertically(design, ids) })}
        >
          {t('appearance.flipY')}
        </Button>
      </div>
    </Section>
  )
}
