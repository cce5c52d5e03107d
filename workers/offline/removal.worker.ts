/*
 * Sent in the service worker's place where the operator turns it off: it forgets the kept files and
 * itself. Pages that are open go on from the network.
 */

export {}

declare const self: ServiceWorkerGlobalScope

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) => event.waitUntil(remove()))

async function remove(): Promise<void> {
  const ours = (await caches.keys()).filter((name) => /^stampa-(app|generated)-/.test(name))
  await Promise.all(ours.map((name) => caches.delete(name)))
  await self.registration.unregister()
}
