import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { DoodleLayer } from '#core/design/document.ts'
import { recolourStrokes } from '#core/design/edits/doodle.ts'
import { editAtom } from '#src/state/editor.ts'
import { openPanelAtom } from '#src/state/panel.ts'
import { penAtom } from '#src/state/view.ts'
import { Button } from '#src/ui/Button.tsx'
import { ScribbleIcon } from '#src/ui/icons.ts'
import { Appearance } from '../Appearance.tsx'
import { ColourField } from '../colour/ColourField.tsx'
import { useMark } from '../use-mark.ts'

/** What can be set of a finished doodle. */
export function DoodleProperties({ layer }: { layer: DoodleLayer }) {
  const { t } = useTranslation('panels')
  const edit = useSetAtom(editAtom)
  const openPanel = useSetAtom(openPanelAtom)
  const pen = useAtomValue(penAtom)
  const { mark, end } = useMark('doodle-colour')
  const colour = layer.strokes.findLast((stroke) => !stroke.eraser)?.colour ?? pen.colour
  return (
    <>
      <Button icon={<ScribbleIcon />} onClick={() => openPanel('doodle')}>
        {t('doodle.continue')}
      </Button>
      <ColourField
        label={t('doodle.recolour')}
        value={colour}
        onChange={(next) =>
          edit({ edit: (design) => recolourStrokes(design, layer.id, next), mark: mark() })
        }
        onCommit={end}
      />
      <Appearance layers={[layer]} />
    </>
  )
}
