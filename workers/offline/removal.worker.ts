/*
 * Sent in the service worker's place where the operator turns it off: it forgets the kept files and
 * itself. Pages that are open go on from the network.
 */

export {}

declare const self: ServiceWorkerGlobalScope

// A worker that is busy is not replaced for minutes: what it kept goes before that, and again when
// this one takes its place or a page starts, for until then it keeps what it is told to.
self.addEventListener('install', (event) => {
  event.waitUntil(self.skipWaiting())
  event.waitUntil(removeFiles())
})
self.addEventListener('activate', (event) => event.waitUntil(remove()))
self.addEventListener('message', (event) => event.waitUntil(remove()))

async function remove(): Promise<void> {
  await removeFiles()
  await self.registration.unregister()
}

async function removeFiles(): Promise<void> {
  const ours = (await caches.keys()).filter((name) => /^stampa-(app|generated)-/.test(name))
  await Promise.all(ours.map((name) => caches.delete(name)))
}
