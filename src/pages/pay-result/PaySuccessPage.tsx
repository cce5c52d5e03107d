import { PayResult } from './PayResult.tsx'

/** After a payment that the provider took. */
export default function PaySuccessPage() {
  return <PayResult claim="success" />
}
