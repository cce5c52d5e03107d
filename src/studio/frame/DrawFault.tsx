import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { drawFaultAtom, redrawAtom } from '#src/state/draw-fault.ts'
import { Button } from '#src/ui/Button.tsx'
import { FaultNote } from '../panels/FaultNote.tsx'

/** Says that the picture is not the design as it is, and draws again when asked. */
export function DrawFault() {
  const { t } = useTranslation('panels')
  const fault = useAtomValue(drawFaultAtom)
  const redraw = useSetAtom(redrawAtom)
  if (fault === null) return null
  return (
    <FaultNote fault={fault}>
      <Button onClick={() => redraw((times) => times + 1)}>{t('tryAgain')}</Button>
    </FaultNote>
  )
}
