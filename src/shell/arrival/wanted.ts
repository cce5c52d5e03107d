const KEY = 'HL_wanted'

/** Where a visitor was going when they were asked to sign in. */
export function keepWanted(address: string): void {
  try {
    sessionStorage.setItem(KEY, address)
  } catch {
    // They land in the shop instead.
  }
}

/** That address, once. */
export function takeWanted(): string | null {
  try {
    const wanted = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return wanted
  } catch {
    return null
  }
}
