import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { PhotoLayer } from '#core/design/document.ts'
import type { Fault } from '#core/errors.ts'
import { changeToolAtom } from '#src/state/tool-history.ts'
import { Button } from '#src/ui/Button.tsx'
import { PaintBrushIcon } from '#src/ui/icons.ts'
import { FaultNote } from '../FaultNote.tsx'
import { FileButton } from '../photos/AddPhotos.tsx'
import { ServerButton } from './ToolPlaces.tsx'

/** Where networks find nobody, a brush still does. */
const nobodyFound = new Set<Fault['code']>([
  'no-face',
  'face-too-small',
  'face-too-blurred',
  'person-not-found',
  'nothing-stands-out',
])
const photoAtFault = new Set<Fault['code']>([...nobodyFound, 'photo-missing'])

interface ToolFaultProps {
  readonly fault: Fault
  readonly layer: PhotoLayer
  readonly tool: string
  readonly onRetry: () => void
}

/** What went wrong with a tool, and what can be done about it. */
export function ToolFault({ fault, layer, tool, onRetry }: ToolFaultProps) {
  const { t } = useTranslation('tools')
  const set = useSetAtom(changeToolAtom)
  return (
    <FaultNote fault={fault}>
      {nobodyFound.has(fault.code) && tool === 'cut-out' && (
        <Button
          variant="primary"
          icon={<PaintBrushIcon />}
          data-command="paint-instead"
          onClick={() => void set({ subject: 'painted' })}
        >
          {t('brush.instead')}
        </Button>
      )}
      {photoAtFault.has(fault.code) ? (
        <FileButton target={{ replaceLayerId: layer.id }}>{t('otherPhoto')}</FileButton>
      ) : (
        <Button onClick={onRetry}>{t('retry')}</Button>
      )}
      {/* What the server makes is kept on the device, too. */}
      {fault.code !== 'storage-full' && <ServerButton />}
    </FaultNote>
  )
}
