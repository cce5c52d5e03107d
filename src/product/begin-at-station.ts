import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { Product } from '#core/design/document.ts'
import { addressOf } from '#src/shell/addresses.ts'
import { machineIdAtom } from '#src/state/session.ts'
import { showToast } from '#src/ui/toasts.ts'
import { useOpenStudio } from './open-studio.ts'
import type { StockState } from './use-stock.ts'

/**
 * Begins a design where a station is known: without one the customer chooses it first. What the
 * station lacks now is said and does not stop a design: it may be refilled, or another one chosen.
 */
export function useBeginAtStation() {
  const { t } = useTranslation('store')
  const machineId = useAtomValue(machineIdAtom)
  const navigate = useNavigate()
  const { open, starting } = useOpenStudio()
  const begin = (product: Product, stock: StockState, onDraft?: (draftId: string) => void) => {
    if (machineId === null) {
      showToast({ id: 'no-station', text: t('station.none'), tone: 'warning' })
      return void navigate(addressOf('chooseLocation'))
    }
    if (stock.kind === 'none') {
      showToast({ id: 'no-stock', text: t('stock.none'), tone: 'warning', durationMs: 8000 })
    }
    open(product, onDraft)
  }
  return { begin, starting }
}
