import { atom } from 'jotai'
import { textLayer } from '#core/design/create.ts'
import type { TextLayer } from '#core/design/document.ts'
import { addLayers } from '#core/design/edits/layers.ts'
import { TEXT_MAX } from '#core/design/edits/text.ts'
import { layerBounds } from '#core/design/geometry.ts'
import type { LocaleCode } from '#core/locales.ts'
import { defaultFontFor } from '#core/render/fonts.ts'
import { compositor } from '#src/worker-clients/workers.ts'
import type { Lightness } from '#workers/compositor/api.ts'
import { designAtom, selectionAtom } from './editor.ts'
import { editTextAtom } from './text-edit.ts'

const DARK_LETTERS = '#2b2320'
const LIGHT_LETTERS = '#fffaf2'
/** Under this luminance of the ground dark letters are lost, above the other one light letters. */
const DARK_GROUND = 0.42
const LIGHT_GROUND = 0.62

/** Puts new words on the design, selected, in letters that stand out from what lies beneath. */
export const addTextAtom = atom(
  null,
  async (get, set, text: { readonly words: string; readonly locale: LocaleCode }) => {
    const design = get(designAtom)
    const layer = textLayer(design, crypto.randomUUID(), text.words.slice(0, TEXT_MAX), {
      fontId: defaultFontFor(text.locale),
    })
    const ground = await compositor.lightnessWithin(design, layerBounds(layer))
    const added = { ...layer, ...inkFor(ground.ok ? ground.value : null, layer.sizeMm) }
    await set(editTextAtom, { id: layer.id, edit: (current) => addLayers(current, [added]) })
    set(selectionAtom, [layer.id])
  },
)

/** Letters that stand out from their ground; where it is dark and light at once, outlined ones. */
export function inkFor(
  ground: Lightness | null,
  sizeMm: number,
): Pick<TextLayer, 'colour' | 'outline'> {
  if (ground === null) return { colour: DARK_LETTERS, outline: null }
  if (ground.darkest < DARK_GROUND && ground.lightest > LIGHT_GROUND) {
    return { colour: LIGHT_LETTERS, outline: { colour: DARK_LETTERS, widthMm: sizeMm * 0.06 } }
  }
  return { colour: ground.mean < DARK_GROUND ? LIGHT_LETTERS : DARK_LETTERS, outline: null }
}
