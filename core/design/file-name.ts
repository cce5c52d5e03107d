import type { Design } from './document.ts'

const LENGTH_MAX = 60

/** A design's title with an ending, as a file name that every system takes. */
export function fileNameOf({ title }: Pick<Design, 'title'>, ending: string): string {
  const plain = title
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LENGTH_MAX)
    .replace(/^\.+|\.+$/g, '')
  return `${plain === '' ? 'stampa' : plain}${ending}`
}
