import type { Network } from '#core/imaging/models.ts'
import { SMALL_NAME } from './api.ts'

/** What `local-small` spares: this side of a network's tile, at most. */
const SMALL_TILE_PX = 128
/** Whether this worker was begun for small tiles and one thread. */
export const isSmall = (): boolean => self.name === SMALL_NAME

/** An iPhone or iPad, which calls itself a Mac with a touch screen. */
const isIos = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') &&
    'maxTouchPoints' in navigator &&
    navigator.maxTouchPoints !== 0)

/** A phone or a tablet: a page that holds too much is ended there. */
export const isHandheld = (): boolean => isIos() || /Android|Mobile/.test(navigator.userAgent)

/** What the number of threads depends on. */
export const threadFacts = () => ({
  isolated: crossOriginIsolated,
  ios: isIos(),
  processors: navigator.hardwareConcurrency,
})

/** Workers that share strips are no more than these: each has kernels and memory of its own. */
const STRIP_WORKERS_MAX = { ios: 1, others: 3 }

/** How many workers share this one's strips: each but one of the processors, none where it is spared. */
export function stripWorkers(): number {
  const { ios, processors } = threadFacts()
  const most = ios ? STRIP_WORKERS_MAX.ios : STRIP_WORKERS_MAX.others
  return isSmall() ? 0 : Math.min(most, Math.max(0, processors - 1))
}

/** A network as a spared device runs it: its tiles overlap as they must, so the result is the same. */
export function smallTiled({ card, session }: Network): Network {
  const { sizePx, overlapPx } = card.tile
  const least = 4 * overlapPx
  const small = Math.max(least, Math.min(sizePx, SMALL_TILE_PX))
  // A network without overlap sees its own size only.
  const tile = overlapPx === 0 ? card.tile : { sizePx: small, overlapPx }
  return { card: { ...card, tile }, session }
}
