import { fail, type Outcome, succeed } from '#core/errors.ts'
import { useJob } from '#src/shell/jobs/use-job.ts'
import type { ChosenPlace } from '#src/state/chosen-place.ts'

const WAIT_MS = 15_000

/** Where this device is, asked only when the customer presses for it. */
export function useHere() {
  const { run, running } = useJob(locate)
  return { ask: run, busy: running }
}

async function locate(): Promise<Outcome<ChosenPlace>> {
  if (!('geolocation' in navigator)) return fail('place-unknown')
  return await new Promise((resolve) =>
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve(succeed({ latitude, longitude })),
      (cause) => resolve(fail('place-unknown', { cause: cause.message })),
      { timeout: WAIT_MS, maximumAge: 60_000 },
    ),
  )
}
