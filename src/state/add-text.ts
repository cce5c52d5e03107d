import { atom } from 'jotai'
import { textLayer } from '#core/design/create.ts'
import { addLayers } from '#core/design/edits/layers.ts'
import { TEXT_MAX } from '#core/design/edits/text.ts'
import { layerBounds } from '#core/design/geometry.ts'
import type { LocaleCode } from '#core/locales.ts'
import { defaultFontFor } from '#core/render/fonts.ts'
import { compositor } from '#src/worker-clients/workers.ts'
import { designAtom, selectionAtom } from './editor.ts'
import { editTextAtom } from './text-edit.ts'

const DARK_LETTERS = '#2b2320'
const LIGHT_LETTERS = '#fffaf2'
/** Under this mean luminance of the ground dark letters are lost. */
const DARK_GROUND = 0.42

/** Puts new words on the design, selected, in letters that stand out from what lies beneath. */
export const addTextAtom = atom(
  null,
  async (get, set, text: { readonly words: string; readonly locale: LocaleCode }) => {
    const design = get(designAtom)
    const layer = textLayer(design, crypto.randomUUID(), text.words.slice(0, TEXT_MAX), {
      fontId: defaultFontFor(text.locale),
    })
    const ground = await compositor.lightnessWithin(design, layerBounds(layer))
    const dark = ground.ok && ground.value !== null && ground.value < DARK_GROUND
    const added = { ...layer, colour: dark ? LIGHT_LETTERS : DARK_LETTERS }
    await set(editTextAtom, { id: layer.id, edit: (current) => addLayers(current, [added]) })
    set(selectionAtom, [layer.id])
  },
)
