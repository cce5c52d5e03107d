import { registerRoute } from 'workbox-routing'
import { pageMessageOf } from './api.ts'
import { isGenerated, KeptFiles } from './kept-files.ts'
import type { OfflineFiles } from './offline-files.ts'

/*
 * The service worker: the app's document and files from the device. Whatever is not named here goes
 * to the network past it: calls, events, uploads, the card page and stations' screens.
 */

declare const self: ServiceWorkerGlobalScope
/** Set by build/service-worker.ts. */
declare const OFFLINE_FILES: OfflineFiles
/** Set by the server as it sends this script (server/service-worker.ts). */
const HEADERS_VERSION = '__HEADERS_VERSION__'

const files = OFFLINE_FILES
const kept = new KeptFiles(files, HEADERS_VERSION)

const shellFiles = new Set(files.shell.map(({ url }) => url))
const keptWhenUsed = new Set([...files.others, ...files.groups.flatMap(({ urls }) => urls)])
const notOurs = new Set([...files.passedBy, ...files.downloads])
/** A name that this build does not know: of another build, whose page may still live. */
const isOlder = (path: string): boolean => path.startsWith('/assets/') && !notOurs.has(path)

self.addEventListener('install', (event) => event.waitUntil(kept.install(event)))
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('message', (event) => {
  const message = pageMessageOf(event.data)
  if (message?.kind === 'take-over') event.waitUntil(self.skipWaiting())
  if (message?.kind !== 'started') return
  const work = async () => {
    await kept.keepUsed(message, event).catch(() => {
      // Without network or room it is fetched when it is used.
    })
    await kept.prune(self.registration)
  }
  event.waitUntil(work())
})

registerRoute(
  ({ request, url, sameOrigin }) =>
    sameOrigin && request.mode === 'navigate' && url.pathname === '/',
  async ({ request }) => (await kept.document()) ?? (await fetch(request)),
)
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && keptWhenUsed.has(url.pathname),
  kept.filesFirst,
)
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && (shellFiles.has(url.pathname) || isOlder(url.pathname)),
  async ({ request }) => (await kept.find(request)) ?? (await fetch(request)),
)
registerRoute(({ url, sameOrigin }) => sameOrigin && isGenerated(url), kept.generatedFirst)
