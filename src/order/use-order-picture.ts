import { useEffect, useState } from 'react'
import { readFile } from '#src/api/files.ts'

/** The address of an order's small picture; null while it is fetched, and where there is none. */
export function useOrderPicture(fileId: string | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (fileId === null) return
    const stop = new AbortController()
    let made: string | null = null
    void readFile(fileId, stop.signal).then((file) => {
      if (!file.ok || stop.signal.aborted) return
      made = URL.createObjectURL(file.value)
      setUrl(made)
    })
    return () => {
      stop.abort()
      if (made !== null) URL.revokeObjectURL(made)
    }
  }, [fileId])
  return url
}
