import { StampaError } from '#core/errors.ts'

/** Files that the build derives, beside the app. */
const base = new URL(`${import.meta.env.BASE_URL}generated/`, self.location.origin)

/** @throws StampaError `network-failed` */
export async function fetchGenerated(path: string): Promise<Response> {
  try {
    const response = await fetch(new URL(`${path}?v=${import.meta.env.STAMPA_GENERATED}`, base))
    if (response.ok) return response
    throw new Error(`${path}: ${response.status}`)
  } catch (thrown) {
    throw new StampaError('network-failed', { cause: thrown })
  }
}
