import type { Plugin } from 'vite'

/** Phosphor's drawings of an icon: a map of six weights, one entry each. */
const DRAWINGS = /@phosphor-icons\/react\/dist\/defs\//
const ENTRY = /^ {2}\[\n {4}"(\w+)",\n[\s\S]*?^ {2}\],?\n/gm

/** Keeps an icon's regular drawing alone: the product draws every icon in that weight. */
export function keepRegular(code: string): string {
  const kept = code.replace(ENTRY, (entry: string, weight: string) =>
    weight === 'regular' ? entry : '',
  )
  if (!kept.includes('"regular"') || kept.includes('"bold"')) {
    throw new Error('Phosphor writes its drawings in another form: mend build/regular-icons.ts')
  }
  return kept
}

/** Leaves five of the six weights of each icon out of what is shipped. */
export const regularIcons = (): Plugin => ({
  name: 'regular-icons',
  transform: {
    filter: { id: DRAWINGS },
    handler: (code) => ({ code: keepRegular(code), map: null }),
  },
})
