import { useState } from 'react'
import { fail, type Outcome, succeed } from '#core/errors.ts'
import type { ChosenPlace } from '#src/state/chosen-place.ts'

const WAIT_MS = 15_000

/** Where this device is, asked only when the customer presses for it. */
export function useHere() {
  const [busy, setBusy] = useState(false)
  const ask = async (): Promise<Outcome<ChosenPlace>> => {
    if (!('geolocation' in navigator)) return fail('place-unknown')
    setBusy(true)
    const found = await new Promise<Outcome<ChosenPlace>>((resolve) =>
      navigator.geolocation.getCurrentPosition(
        ({ coords: { latitude, longitude } }) => resolve(succeed({ latitude, longitude })),
        (cause) => resolve(fail('place-unknown', { cause: cause.message })),
        { timeout: WAIT_MS, maximumAge: 60_000 },
      ),
    )
    setBusy(false)
    return found
  }
  return { ask, busy }
}
