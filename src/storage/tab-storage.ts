/** What one tab remembers; storage may be forbidden, then nothing is. */
export function readTabValue(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

export function writeTabValue(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value)
  } catch {
    // It holds until the page is left.
  }
}

export function forgetTabValue(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}
