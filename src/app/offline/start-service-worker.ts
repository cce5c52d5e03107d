import i18next from 'i18next'
import { codeOf } from '#src/i18n/catalogues.ts'
import { type PageMessage, pageLock, SERVICE_WORKER_PATH } from '#workers/offline/api.ts'
import { watchForNewVersion } from './new-version.ts'

/**
 * Keeps the app on this device, and says when a new version is there. A connection whose bytes are
 * to be saved keeps nothing that was not asked for.
 */
export async function startServiceWorker(): Promise<void> {
  const { serviceWorker } = navigator
  if (serviceWorker === undefined) return
  if (serviceWorker.controller === null && savesData()) return
  holdVersion()
  const registration = await serviceWorker
    .register(SERVICE_WORKER_PATH, { updateViaCache: 'none' })
    // Private windows and full devices: the app goes on from the network.
    .catch(() => null)
  if (registration === null) return
  watchForNewVersion(registration)
  const tell = (fetched: readonly string[]) => {
    const language = codeOf(i18next.language)
    const message: PageMessage = { kind: 'started', language, fetched, sparing: savesData() }
    registration.active?.postMessage(message)
  }
  // A known address is not looked at again by registering it, nor by going from screen to screen.
  const isCurrent = await registration.update().then(
    () => registration.installing === null && registration.waiting === null,
    () => true,
  )
  await serviceWorker.ready
  // A worker that is to be replaced keeps nothing more, which would hold its replacement up.
  if (isCurrent || serviceWorker.controller === null) tell(fetchedFiles())
  i18next.on('languageChanged', () => tell([]))
}

/** What this page's build is made of stays on the device as long as this page lives. */
function holdVersion(): void {
  const first = document.querySelector<HTMLScriptElement>('script[type="module"]:not([async])')
  if (first === null) return
  const name = pageLock(new URL(first.src).pathname)
  // Never given back: the browser does, when the page ends.
  navigator.locks?.request(name, { mode: 'shared' }, () => new Promise(() => {})).catch(() => {})
}

/** Addresses of ours that were fetched before a worker could keep them. */
const fetchedFiles = (): readonly string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin }) => origin === location.origin)
    .map(({ pathname, search }) => pathname + search)

/** Not every browser says so; the types do not know it at all. */
function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection')
  return typeof connection === 'object' && connection !== null && 'saveData' in connection
    ? connection.saveData === true
    : false
}
