import type { Product } from '../design/document.ts'
import { CATALOGUE_VERSION } from './catalogue-versions.ts'
import { geometryOf } from './product-geometry.ts'

/** What a case is made of, as far as it shows. */
export interface CaseMaterial {
  readonly id: string
  /** Key of its name. */
  readonly labelKey: string
  /** Width of the highlight on the product picture: 0 is dull, 1 a mirror. */
  readonly gloss: number
  /** Whether the phone shines through where nothing is printed. */
  readonly clear: boolean
  readonly grain: 'none' | 'fine' | 'leather'
  /** Colours that it is made in; ids of {@link caseColours}. */
  readonly colourIds: readonly string[]
}

export interface CaseColour {
  readonly id: string
  readonly labelKey: string
  readonly colour: string
}

export const caseColours: readonly CaseColour[] = [
  { id: 'ivory', labelKey: 'caseColour.ivory', colour: '#f6f1e7' },
  { id: 'white', labelKey: 'caseColour.white', colour: '#ffffff' },
  { id: 'black', labelKey: 'caseColour.black', colour: '#1d1b1c' },
  { id: 'sand', labelKey: 'caseColour.sand', colour: '#d9c4a5' },
  { id: 'blush', labelKey: 'caseColour.blush', colour: '#eec4bf' },
  { id: 'terracotta', labelKey: 'caseColour.terracotta', colour: '#bd6747' },
  { id: 'sage', labelKey: 'caseColour.sage', colour: '#a3b39a' },
  { id: 'forest', labelKey: 'caseColour.forest', colour: '#2f4a3f' },
  { id: 'sky', labelKey: 'caseColour.sky', colour: '#a9c7dc' },
  { id: 'navy', labelKey: 'caseColour.navy', colour: '#26344f' },
  { id: 'lavender', labelKey: 'caseColour.lavender', colour: '#c3b6dc' },
  { id: 'cognac', labelKey: 'caseColour.cognac', colour: '#8d5a38' },
]

const everyColour = caseColours.map(({ id }) => id)

/** The customer brings their own case, of whatever colour; the machine's stock is not touched. */
export const OWN_CASE = 'own'

export const caseMaterials: readonly CaseMaterial[] = [
  {
    id: 'matte',
    labelKey: 'material.matte',
    gloss: 0.15,
    clear: false,
    grain: 'fine',
    colourIds: everyColour,
  },
  {
    id: 'glossy',
    labelKey: 'material.glossy',
    gloss: 0.85,
    clear: false,
    grain: 'none',
    colourIds: everyColour,
  },
  {
    id: 'clear',
    labelKey: 'material.clear',
    gloss: 0.7,
    clear: true,
    grain: 'none',
    colourIds: ['white', 'black', 'blush', 'sky'],
  },
  {
    id: 'leather',
    labelKey: 'material.leather',
    gloss: 0.25,
    clear: false,
    grain: 'leather',
    colourIds: ['black', 'cognac', 'sand', 'forest', 'navy', 'blush'],
  },
  {
    id: OWN_CASE,
    labelKey: 'material.own',
    gloss: 0.3,
    clear: false,
    grain: 'none',
    colourIds: everyColour,
  },
]

/** The material called `id`, or null. */
export const caseMaterial = (id: string): CaseMaterial | null =>
  caseMaterials.find((material) => material.id === id) ?? null

/**
 * A case as a design's product, or null where the model or the material is not in the catalogue.
 * @param caseColour `#rrggbb`: one of {@link caseColours} or the customer's own
 */
export function caseProduct(
  modelId: string,
  materialId: string,
  caseColour: string,
): Extract<Product, { kind: 'phone-case' }> | null {
  const chosenNow = { kind: 'phone-case', catalogueVersion: CATALOGUE_VERSION } as const
  const choice = { ...chosenNow, modelId, materialId, caseColour }
  const geometry = caseMaterial(materialId) && geometryOf(choice)
  return geometry && { ...choice, geometry }
}
