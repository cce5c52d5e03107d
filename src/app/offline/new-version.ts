import i18next from 'i18next'
import { readTabValue, writeTabValue } from '#src/storage/tab-storage.ts'
import { showToast } from '#src/ui/toasts.ts'
import type { PageMessage } from '#workers/offline/api.ts'

/** The longest that timers can wait: until the customer answers. */
const UNTIL_ANSWERED_MS = 2 ** 31 - 1
/** How often a page that stays open asks for a new version, when it is looked at again. */
const ASK_EVERY_MS = 3_600_000
/** Set in a tab that took a new version over by itself: once is enough, whatever servers say. */
const TAKEN_KEY = 'HL_version_taken'

/**
 * Says that a new version waits. A page that nobody has touched yet takes it over at once; any other
 * goes on with its own files until its customer reloads it.
 */
export function watchForNewVersion(registration: ServiceWorkerRegistration): void {
  const { serviceWorker } = navigator
  const isUpdate = serviceWorker.controller !== null
  if (registration.waiting !== null && isUpdate) offer(registration.waiting)
  registration.addEventListener('updatefound', () => watchArrival(registration.installing))
  watchArrival(registration.installing)
  // Another tab took the new version over: this one is of the old.
  if (isUpdate) serviceWorker.addEventListener('controllerchange', () => void announce(reload))
  askNowAndThen(registration)
}

function watchArrival(arriving: ServiceWorker | null): void {
  const isUpdate = navigator.serviceWorker.controller !== null
  arriving?.addEventListener('statechange', () => {
    if (arriving.state === 'installed' && isUpdate) offer(arriving)
  })
}

function offer(waiting: ServiceWorker): void {
  const untouched = navigator.userActivation?.hasBeenActive === false
  if (untouched && readTabValue(TAKEN_KEY) === null) {
    writeTabValue(TAKEN_KEY, '1')
    takeOver(waiting)
  } else void announce(() => takeOver(waiting))
}

function takeOver(waiting: ServiceWorker): void {
  if (waiting.state === 'activated') reload()
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true })
  waiting.postMessage({ kind: 'take-over' } satisfies PageMessage)
}

async function announce(perform: () => void): Promise<void> {
  await i18next.loadNamespaces('offline')
  showToast({
    id: 'new-version',
    text: i18next.t('version.ready', { ns: 'offline' }),
    durationMs: UNTIL_ANSWERED_MS,
    action: { label: i18next.t('version.reload', { ns: 'offline' }), perform },
  })
}

const reload = (): void => location.reload()

function askNowAndThen(registration: ServiceWorkerRegistration): void {
  let askedMs = performance.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' || performance.now() - askedMs < ASK_EVERY_MS) return
    askedMs = performance.now()
    // Without a network there is nothing new.
    registration.update().catch(() => {})
  })
}
