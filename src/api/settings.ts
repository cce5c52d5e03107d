import { type Settings, settingsSchema } from '#core/contract/settings.ts'
import { SETTINGS_PATH } from '#core/contract/settings-path.ts'

let asked: Promise<Settings> | null = null

/** What the deployment says to the app; asked once, again only after a failure. */
export function deploymentSettings(): Promise<Settings> {
  asked ??= fetch(SETTINGS_PATH)
    .then((response) => response.json())
    .then((body) => settingsSchema.parse(body))
    .catch((cause: unknown) => {
      asked = null
      throw cause
    })
  return asked
}
