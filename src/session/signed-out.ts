const listeners = new Set<() => void>()

/** A call's token was refused. */
export const tellSignedOut = (): void => {
  for (const listener of listeners) listener()
}

export function onSignedOut(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
