import { useAtom, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { addressOf } from '#src/shell/addresses.ts'
import { useFaultWords } from '#src/shell/fault-words.ts'
import {
  loadWaitingOrdersAtom,
  type SentOrder,
  sendWaitingOrdersAtom,
  sentOrdersAtom,
} from '#src/state/waiting-orders.ts'
import { showToast } from '#src/ui/toasts.ts'

/** A network may be back without the browser saying so. */
const TRY_EVERY_MS = 15_000
/** The way to the payment stays long enough to be found. */
const SHOWN_MS = 60_000

/** Sends what waits while the app is open, and says what became of it. */
export default function WaitingOrderSender() {
  const load = useSetAtom(loadWaitingOrdersAtom)
  const send = useSetAtom(sendWaitingOrdersAtom)
  useSayWhatWasSent()
  useEffect(() => {
    const attempt = () => {
      if (document.visibilityState === 'visible') void send()
    }
    void load().then(attempt)
    const timer = setInterval(attempt, TRY_EVERY_MS)
    addEventListener('online', attempt)
    document.addEventListener('visibilitychange', attempt)
    return () => {
      clearInterval(timer)
      removeEventListener('online', attempt)
      document.removeEventListener('visibilitychange', attempt)
    }
  }, [load, send])
  return null
}

function useSayWhatWasSent(): void {
  const { t } = useTranslation('offline')
  const words = useFaultWords()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [sent, setSent] = useAtom(sentOrdersAtom)
  useEffect(() => {
    if (sent.length === 0) return
    setSent([])
    const say = ({ draftId, order, refusal }: SentOrder) => {
      if (refusal !== null) {
        const text = `${t('order.refused')}. ${words(refusal)}`
        return showToast({ text, tone: 'warning', durationMs: SHOWN_MS })
      }
      if (order === null) return
      const screen = order.payOffline ? 'selfHelpPayment' : 'payCard'
      const next = addressOf(screen, { order: order.order_number })
      if (pathname + search === addressOf('placeOrder', { draft: draftId })) {
        return void navigate(next, { replace: true })
      }
      const action = { label: t('order.pay'), perform: () => void navigate(next) }
      showToast({ text: t('order.sent'), tone: 'good', durationMs: SHOWN_MS, action })
    }
    for (const each of sent) say(each)
  }, [sent, setSent, t, words, navigate, pathname, search])
}
