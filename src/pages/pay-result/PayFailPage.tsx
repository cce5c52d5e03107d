import { useSearchParams } from 'react-router-dom'
import { PayResult } from './PayResult.tsx'

/** After a payment that failed or was cancelled. */
export default function PayFailPage() {
  const [parameters] = useSearchParams()
  return <PayResult claim={parameters.get('result') === 'cancelled' ? 'cancelled' : 'failed'} />
}
