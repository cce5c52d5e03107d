const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent)

/** What a key press is called in the table of commands. */
export function nameOfPress(event: KeyboardEvent): string {
  const sign = event.key.length === 1
  // A sign such as `?` already says that Shift was held; with Mod the key itself counts.
  const mod = event.metaKey || event.ctrlKey
  const key = sign ? (mod ? unshifted(event) : event.key).toUpperCase() : event.key
  const shift = event.shiftKey && (!sign || mod)
  return `${mod ? 'Mod+' : ''}${shift ? 'Shift+' : ''}${key}`
}

/** The sign of a key without Shift, where the browser names the key. */
function unshifted(event: KeyboardEvent): string {
  if (event.code === 'BracketLeft') return '['
  if (event.code === 'BracketRight') return ']'
  return event.key
}

/** Whether a shortcut is one letter or sign. */
export const isSingleKey = (keys: string): boolean => [...keys].length === 1

const caps: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  Delete: 'Del',
}

/** The caps of a shortcut as they stand on this device's keyboard: `⌘`, `Z`. */
export const keyCaps = (keys: string, apple = isApple()): readonly string[] =>
  keys === '+'
    ? ['+']
    : keys.split('+').map((key) => {
        if (key === 'Mod') return apple ? '⌘' : 'Ctrl'
        if (key === 'Shift') return apple ? '⇧' : 'Shift'
        return caps[key] ?? key
      })

/** A shortcut in one piece, for tooltips and menus. */
export const keyText = (keys: string): string => keyCaps(keys).join(isApple() ? '' : '+')
