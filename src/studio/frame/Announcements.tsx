import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { frameBounds } from '#core/design/frame.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { editRefusedAtom, selectedLayersAtom } from '#src/state/editor.ts'
import { stepMissedAtom } from '#src/state/step-missed.ts'
import { showToast } from '#src/ui/toasts.ts'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import { useLayerName } from '../layer-name.ts'

/** A screen reader is told where a layer stands once it rests. */
const RESTS_MS = 600

/**
 * What is said without being asked: the studio when it is entered, the history's
 * ends, a full design, where the selection stands.
 */
export function Announcements() {
  useStepToasts()
  return (
    <VisuallyHidden>
      <span role="status">{useStanding()}</span>
    </VisuallyHidden>
  )
}

function useStepToasts(): void {
  const { t } = useTranslation('stage')
  const missed = useAtomValue(stepMissedAtom)
  useEffect(() => {
    if (missed !== null) showToast({ id: 'step-missed', text: t(`history.${missed.end}`) })
  }, [missed, t])
  const refused = useAtomValue(editRefusedAtom)
  useEffect(() => {
    if (refused !== null) {
      showToast({ id: 'design-full', text: t(`full.${refused.of}`), tone: 'warning' })
    }
  }, [refused, t])
}

function useStanding(): string {
  const { t } = useTranslation('stage')
  const { number } = useFormats()
  const layers = useAtomValue(selectedLayersAtom)
  const nameOf = useLayerName()
  const [first] = layers
  const bounds = first && frameBounds(first)
  const words =
    first === undefined || bounds === undefined
      ? ''
      : layers.length > 1
        ? t('selectedSeveral', { count: layers.length })
        : t('standing', {
            name: nameOf(first),
            x: number(bounds.xMm, 0),
            y: number(bounds.yMm, 0),
            width: number(bounds.widthMm, 0),
            height: number(bounds.heightMm, 0),
          })
  const title = t('pageTitle')
  const [said, setSaid] = useState('')
  const entered = useRef(false)
  useEffect(() => {
    const tell = () => {
      setSaid(words === '' && !entered.current ? title : words)
      entered.current = true
    }
    const timer = setTimeout(tell, RESTS_MS)
    return () => clearTimeout(timer)
  }, [words, title])
  return said
}
