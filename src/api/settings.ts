import { type Settings, settingsSchema } from '#core/contract/settings.ts'
import { SETTINGS_PATH } from '#core/contract/settings-path.ts'
import { outcomeOf, StampaError, unwrap } from '#core/errors.ts'

/** What the deployment says to the app. */
export async function deploymentSettings(signal: AbortSignal): Promise<Settings> {
  const response = await fetch(SETTINGS_PATH, { signal }).catch((cause: unknown) => {
    throw new StampaError('network-abnormal', { cause })
  })
  return unwrap(await outcomeOf(async () => settingsSchema.parse(await response.json())))
}
