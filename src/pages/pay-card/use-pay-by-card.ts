import { useEffect, useState } from 'react'
import { beginPayment } from '#core/contract/services/payments.ts'
import { type Fault, StampaError } from '#core/errors.ts'
import { write } from '#src/api/cached-calls.ts'
import { useLanguage } from '#src/i18n/use-language.ts'

/** Begins an order's card payment and leaves for its page; the same again leads to the same page. */
export function usePayByCard(orderNumber: string) {
  const { code: language } = useLanguage()
  const [fault, setFault] = useState<Fault | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    // Who steps back from the card page finds this one as it was left.
    const shown = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setBusy(false)
    }
    addEventListener('pageshow', shown)
    return () => removeEventListener('pageshow', shown)
  }, [])
  const pay = async () => {
    setBusy(true)
    setFault(null)
    const answer = await write(beginPayment, { order_number: orderNumber, language })
    if (answer.ok && isPayPage(answer.value.payUrl)) {
      location.assign(answer.value.payUrl)
      return
    }
    setBusy(false)
    setFault(answer.ok ? new StampaError('payment-unavailable').fault : answer.fault)
  }
  return { pay, fault, busy }
}

/** Our own card page, or a provider's that is reached safely. */
const isPayPage = (url: string | null): url is string =>
  url !== null && (url.startsWith('/pay.html?') || url.startsWith('https://'))
