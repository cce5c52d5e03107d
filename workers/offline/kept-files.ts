import { PrecacheController } from 'workbox-precaching'
import { CacheFirst } from 'workbox-strategies'
import { MODEL_CACHE } from '../imaging/api.ts'
import { PAGE_LOCK_PREFIX, type PageMessage, pageLock } from './api.ts'
import type { FileGroup, OfflineFiles } from './offline-files.ts'

type Started = Extract<PageMessage, { readonly kind: 'started' }>

const APP_CACHE_PREFIX = 'stampa-app-'
/** One writer at a time: what one build keeps, another must not take for old. */
const CACHE_LOCK = 'stampa-app-cache'

const GENERATED_CACHE = 'stampa-generated-1'

/** Whether an address is of a font or a sticker, and says by its version which one. */
export const isGenerated = (url: URL): boolean =>
  /^\/generated\/(fonts|stickers)\//.test(url.pathname) && url.searchParams.has('v')

/**
 * The files of the builds on this device. All builds share one cache, for their names carry hashes: a
 * page finds those of its own build as long as it lives, and an unchanged file is fetched once.
 */
export class KeptFiles {
  readonly #files: OfflineFiles
  readonly #cacheName: string
  readonly #precache: PrecacheController
  /** Keeps what is fetched; a device that is full answers all the same. */
  readonly filesFirst: CacheFirst
  readonly generatedFirst: CacheFirst

  /** @param headersVersion of the headers that files are served with: kept ones have theirs for ever */
  constructor(files: OfflineFiles, headersVersion: string) {
    this.#files = files
    this.#cacheName = APP_CACHE_PREFIX + headersVersion
    this.#precache = new PrecacheController({ cacheName: this.#cacheName })
    this.#precache.addToCacheList([...files.shell])
    this.filesFirst = cacheFirst(this.#cacheName)
    this.generatedFirst = cacheFirst(GENERATED_CACHE)
  }

  /**
   * Fetches what this build begins with, and what was used of the build before. A device without
   * room gets the new version from the network.
   */
  async install(event: ExtendableEvent): Promise<void> {
    await withCacheAlone(async () => {
      try {
        for (const url of await this.#usedBefore()) await this.#keep(url, event)
        for (const [url, cacheKey] of this.#precache.getURLsToCacheKeys()) {
          await this.#keepShell(url, cacheKey, event)
        }
      } catch (thrown) {
        if (!(thrown instanceof DOMException && thrown.name === 'QuotaExceededError')) throw thrown
      }
    })
  }

  /** The document of this build, if it was kept. */
  document = (): Promise<Response | undefined> => this.#precache.matchPrecache('/')

  /** A file under the name of any build that is on this device. */
  async find(request: Request): Promise<Response | undefined> {
    const shell = await this.#precache.matchPrecache(request)
    return shell ?? (await caches.match(request, { ignoreVary: true }))
  }

  /** Keeps a page's language, what it fetched before, and what fonts and stickers are found by. */
  async keepUsed({ language, fetched, sparing }: Started, event: ExtendableEvent): Promise<void> {
    const words = this.#group(`words-${language}`)?.urls ?? []
    const known = new Set([...this.#files.others, ...this.#files.groups.flatMap(urlsOf)])
    for (const url of new Set([...words, ...fetched.filter((each) => known.has(each))])) {
      await this.#keep(url, event)
    }
    const lists = ['fonts/index', 'stickers/index', `stickers/words/${language}`]
    const current = lists.map((list) => `/generated/${list}.json?v=${this.#files.generated}`)
    const generated = fetched.filter((each) => isGenerated(new URL(each, location.origin)))
    for (const url of new Set([...(sparing ? [] : current), ...generated])) {
      await this.#keep(url, event, this.generatedFirst)
    }
  }

  /**
   * Deletes files of other builds, networks and runtimes too, unless a page of theirs lives or
   * another build is arriving.
   */
  async prune(registration: ServiceWorkerRegistration): Promise<void> {
    await withCacheAlone(async () => {
      if (registration.installing !== null || registration.waiting !== null) return
      if (await otherBuildLives(this.#files.version)) return
      await this.#pruneCaches()
    })
  }

  async #pruneCaches(): Promise<void> {
    for (const name of await caches.keys()) {
      if (name.startsWith(APP_CACHE_PREFIX) && name !== this.#cacheName) await caches.delete(name)
    }
    const { others, groups, downloads, generated } = this.#files
    const kept = [...this.#precache.getURLsToCacheKeys().values()]
    const wanted = [...kept, ...others, ...groups.flatMap(urlsOf)].map(absolute)
    await deleteUnwanted(this.#cacheName, (url) => wanted.includes(url.href))
    const networks = downloads.map(absolute)
    await deleteUnwanted(MODEL_CACHE, (url) => networks.includes(url.href))
    await deleteUnwanted(GENERATED_CACHE, (url) => url.searchParams.get('v') === generated)
  }

  /** Not the controller's own `install`, whose failure would be the whole worker's. */
  async #keepShell(url: string, cacheKey: string, event: ExtendableEvent): Promise<void> {
    // What carries its hash may come from the browser's own cache, where the page has just put it.
    const cache = cacheKey === url ? 'default' : 'reload'
    const request = new Request(url, { cache, credentials: 'same-origin' })
    const { strategy } = this.#precache
    await Promise.all(strategy.handleAll({ params: { cacheKey }, request, event }))
  }

  async #keep(url: string, event: ExtendableEvent, strategy = this.filesFirst): Promise<void> {
    await Promise.all(strategy.handleAll({ request: new Request(url), event }))
  }

  /** Files of this build's groups whose marker some build on this device has. */
  async #usedBefore(): Promise<readonly string[]> {
    const paths = (await this.#keptUrls()).map((url) => url.pathname)
    const hasNetworks = await caches.has(MODEL_CACHE)
    return this.#files.groups
      .filter(
        ({ name, marker }) =>
          paths.some((path) => path.startsWith(marker)) || (name === 'tools' && hasNetworks),
      )
      .flatMap(urlsOf)
  }

  async #keptUrls(): Promise<readonly URL[]> {
    const names = (await caches.keys()).filter((name) => name.startsWith(APP_CACHE_PREFIX))
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url))
  }

  #group = (wanted: string): FileGroup | undefined =>
    this.#files.groups.find(({ name }) => name === wanted)
}

const cacheFirst = (cacheName: string) =>
  new CacheFirst({ cacheName, matchOptions: { ignoreVary: true } })

const urlsOf = ({ urls }: FileGroup): readonly string[] => urls

const absolute = (url: string): string => new URL(url, location.origin).href

async function deleteUnwanted(cacheName: string, isWanted: (url: URL) => boolean): Promise<void> {
  if (!(await caches.has(cacheName))) return
  const cache = await caches.open(cacheName)
  for (const request of await cache.keys()) {
    if (!isWanted(new URL(request.url))) await cache.delete(request)
  }
}

/** Browsers that know service workers and no locks have one writer at a time in practice. */
async function withCacheAlone(work: () => Promise<void>): Promise<void> {
  if (navigator.locks === undefined) return await work()
  await navigator.locks.request(CACHE_LOCK, work)
}

async function otherBuildLives(version: string): Promise<boolean> {
  // Nothing is known of others, so nothing of theirs is deleted.
  if (navigator.locks === undefined) return true
  const { held = [] } = await navigator.locks.query()
  return held.some(
    ({ name = '' }) => name.startsWith(PAGE_LOCK_PREFIX) && name !== pageLock(version),
  )
}
