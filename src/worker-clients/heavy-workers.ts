/** A worker whose memory is large enough to count on a phone. */
export interface HeavyWorker {
  /** Ends it as soon as nothing is asked of it. */
  rest(): void
}

const living = new Set<HeavyWorker>()
export const isPhone = (): boolean => /Mobi|Android|iPhone|iPad|iPod/i.test(navigator.userAgent)

/** Two heavy workers do not idle together on a phone: the others rest before this one begins. */
export function makeRoomFor(worker: HeavyWorker): void {
  if (isPhone()) for (const other of living) if (other !== worker) other.rest()
  living.add(worker)
}

/** Says that a heavy worker has ended. */
export const leaveRoom = (worker: HeavyWorker): void => void living.delete(worker)
