/** The browser has begun to read the file by then. */
const REVOKE_AFTER_MS = 60_000

/** Hands a file to the customer under `name`, as a download. */
export function offerDownload(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS)
}
