import { atom } from 'jotai'
import { designAtom } from './editor.ts'

const typedAtom = atom<{ readonly designId: string; readonly words: string } | null>(null)

/**
 * What is typed for a new text of the open design and not added yet; stays while its panel is
 * closed, or stands elsewhere because the phone was turned.
 */
export const newTextAtom = atom(
  (get) => {
    const typed = get(typedAtom)
    return typed !== null && typed.designId === get(designAtom).id ? typed.words : ''
  },
  (get, set, words: string) => set(typedAtom, { designId: get(designAtom).id, words }),
)
