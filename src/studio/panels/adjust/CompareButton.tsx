import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PhotoLayer } from '#core/design/document.ts'
import { clearAdjustments } from '#core/design/edits/adjust.ts'
import { Button } from '#src/ui/Button.tsx'
import { EyeIcon } from '#src/ui/icons.ts'
import { useLiveEdit } from './use-live-edit.ts'

const isPress = (key: string): boolean => key === ' ' || key === 'Enter'

/** The photo as it was, on the stage, for as long as the button is held. */
export function CompareButton({ layer }: { layer: PhotoLayer }) {
  const { t } = useTranslation('panels')
  const live = useLiveEdit()
  const [held, setHeld] = useState(false)
  const hold = () => {
    setHeld(true)
    live.show((design) => clearAdjustments(design, layer.id))
  }
  const letGo = () => {
    if (!held) return
    setHeld(false)
    live.end()
  }
  return (
    <Button
      icon={<EyeIcon />}
      disabled={layer.adjustments === null}
      aria-pressed={held}
      onPointerDown={hold}
      onPointerUp={letGo}
      onPointerLeave={letGo}
      onPointerCancel={letGo}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => isPress(event.key) && !event.repeat && hold()}
      onKeyUp={(event) => isPress(event.key) && letGo()}
      onBlur={letGo}
    >
      {t('adjust.compare')}
    </Button>
  )
}
