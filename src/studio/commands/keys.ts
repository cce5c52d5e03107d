const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent)

type PressedKey = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey'>

/** What a key press is called in the table of commands. */
export function nameOfPress(event: PressedKey): string {
  const pressed = latinKey(event)
  const sign = pressed.length === 1
  // A sign such as `?` already says that Shift was held; with Mod the key itself counts.
  const mod = event.metaKey || event.ctrlKey
  const key = sign ? (mod ? unshifted(event, pressed) : pressed).toUpperCase() : pressed
  const shift = event.shiftKey && (!sign || mod)
  return `${mod ? 'Mod+' : ''}${shift ? 'Shift+' : ''}${key}`
}

/** What is printed in Latin on a key that writes another script, by its place on the keyboard. */
const SIGNS: Readonly<Record<string, readonly [plain: string, shifted: string]>> = {
  BracketLeft: ['[', '{'],
  BracketRight: [']', '}'],
  Comma: [',', '<'],
  Period: ['.', '>'],
  Slash: ['/', '?'],
  Minus: ['-', '_'],
  Equal: ['=', '+'],
}

/**
 * The sign of a press; on a keyboard of another script (Cyrillic, Arabic, Thai) the Latin one of
 * the same key, so that shortcuts are where the customer knows them.
 */
function latinKey({ key, code, shiftKey }: PressedKey): string {
  if (key.length !== 1 || !/[^\p{Script=Latin}\p{ASCII}]/u.test(key)) return key
  const [, letterOrDigit] = /^(?:Key|Digit)([A-Z0-9])$/.exec(code) ?? []
  return letterOrDigit ?? SIGNS[code]?.[shiftKey ? 1 : 0] ?? key
}

/** The sign of a key without Shift, where the browser names the key. */
function unshifted({ code }: PressedKey, pressed: string): string {
  if (code === 'BracketLeft') return '['
  if (code === 'BracketRight') return ']'
  return pressed
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
