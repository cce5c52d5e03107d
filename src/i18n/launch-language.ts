import { SETTINGS_PATH } from '#core/contract/settings-path.ts'
import { parseAddress, type Query } from '#core/launch/address.ts'
import { launchLanguage } from '#core/launch/language-rules.ts'
import { isLocaleCode, type LocaleCode } from '#core/locales.ts'
import { type LaunchSession, storageKeyOf } from '#core/session/session.ts'
import { readStored } from '#src/storage/local-storage.ts'
import { readTabValue, writeTabValue } from '#src/storage/tab-storage.ts'

/** Where the customer's choice is kept. */
export const LANGUAGE_KEY = storageKeyOf('language')

/** Where the language of the launch before is kept, chosen or not. */
export const LAST_LANGUAGE_KEY = storageKeyOf('lastLanguage')

/** Where a tab keeps the language that its launch came with. */
const LAUNCH_LANGUAGE_KEY = storageKeyOf('launchLanguage')

/** A first screen waits at most so long to learn which language the machine begins in. */
const ASK_WITHIN_MS = 1500

/** The language of this launch by the table of rules; only asks over the network where it must. */
export async function languageOfLaunch(): Promise<LocaleCode> {
  const query = withKeptLanguage(parseAddress(location.href).query)
  const machineId = query['machine_id'] || readStored(storageKeyOf('machine'))
  const asked: LaunchSession = {
    login: null,
    tokenRefused: false,
    machineId,
    storedLanguage: readStored(LANGUAGE_KEY),
    machineLanguage: null,
    deploymentLanguage: 'en-us',
  }
  const known = launchLanguage(asked, query)
  if (known.rule !== 'deployment-default') return known.code
  const [machineLanguage, deploymentLanguage] = await Promise.all([
    machineId ? within(machineDefault(machineId)) : null,
    within(deploymentDefault()),
  ])
  const last = readStored(LAST_LANGUAGE_KEY)
  // Without a network the app goes on in the language whose words are on this device.
  const nobodyAnswers = deploymentLanguage === null && typeof machineLanguage !== 'object'
  if (nobodyAnswers && last !== null && isLocaleCode(last)) return last
  const answered = { ...asked, machineLanguage, deploymentLanguage: deploymentLanguage ?? 'en-us' }
  return launchLanguage(answered, query).code
}

/**
 * A launch's language holds for as long as its tab: who comes back from the card provider, or opens
 * a screen anew, comes by an address without one.
 */
function withKeptLanguage(query: Query): Query {
  const { machine_id, language } = query
  if (machine_id || language) writeTabValue(LAUNCH_LANGUAGE_KEY, language ?? '')
  return { ...query, language: language ?? readTabValue(LAUNCH_LANGUAGE_KEY) ?? '' }
}

const within = <T>(answer: Promise<T>): Promise<T | null> =>
  Promise.race([
    answer.catch(() => null),
    new Promise<null>((resolve) => setTimeout(() => resolve(null), ASK_WITHIN_MS)),
  ])

async function machineDefault(machineId: string): Promise<LaunchSession['machineLanguage']> {
  const [{ call }, { languageList }] = await Promise.all([
    import('#src/api/calls.ts'),
    import('#core/contract/services/machines.ts'),
  ])
  const answer = await call(languageList, { machine_id: machineId })
  return answer.ok ? { code: answer.value.value.default } : 'failed'
}

async function deploymentDefault(): Promise<LocaleCode> {
  // One word of the settings: their schema need not arrive before the first screen.
  const settings: unknown = await (await fetch(SETTINGS_PATH)).json()
  const isObject = typeof settings === 'object' && settings !== null && 'language' in settings
  const language = isObject ? String(settings.language) : ''
  return isLocaleCode(language) ? language : 'en-us'
}
