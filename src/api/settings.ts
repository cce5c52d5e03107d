import { loadOnce } from '#core/cache/load-once.ts'
import { type Settings, settingsSchema } from '#core/contract/settings.ts'
import { SETTINGS_PATH } from '#core/contract/settings-path.ts'

/** What the deployment says to the app; asked once, again only after a failure. */
export const deploymentSettings = loadOnce(async (): Promise<Settings> => {
  const response = await fetch(SETTINGS_PATH)
  return settingsSchema.parse(await response.json())
})
