/** Storage may be forbidden (private windows, cookies off): then nothing is remembered. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Remembers a small choice, where that is allowed. */
export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // The choice holds until the page is left.
  }
}
