import { atom } from 'jotai'
import { readStored, writeStored } from '../storage/local-storage.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const THEME_KEY = 'HL_theme'

const storedTheme = (): Theme => {
  const stored = readStored(THEME_KEY)
  return themes.find((theme) => theme === stored) ?? 'system'
}

const chosenAtom = atom<Theme>(storedTheme())

/** The theme that the customer chose; the document follows it. */
export const themeAtom = atom(
  (get) => get(chosenAtom),
  (_get, set, theme: Theme) => {
    set(chosenAtom, theme)
    writeStored(THEME_KEY, theme)
    if (theme === 'system') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = theme
  },
)

/** The theme on screen now: what the customer chose, else what the device prefers. */
export function shownTheme(): 'light' | 'dark' {
  const chosen = document.documentElement.dataset['theme']
  if (chosen === 'light' || chosen === 'dark') return chosen
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}
