import type { Choice, Geometry, Hole, Product } from '../design/document.ts'
import { sameGeometry } from '../design/geometry.ts'
import { mmFromInches } from '../units.ts'
import { type Catalogue, type Catalogues, catalogues, outlineIn } from './catalogue-versions.ts'

type CakeChoice = Extract<Choice, { kind: 'cake' }>

/**
 * The catalogue's explanation of a product: outline, trim, bleed, safe area and cut-outs of what was
 * chosen, by the version it was chosen in. Studio, price and server all ask here.
 * @returns null where that version has no such product
 */
export function geometryOf(choice: Choice, versions: Catalogues = catalogues): Geometry | null {
  const { catalogueVersion } = choice
  const catalogue = versions[catalogueVersion]
  if (catalogue === undefined) return null
  if (choice.kind === 'cake') {
    const geometry = cakePrint(choice, catalogue)
    const most = Math.min(geometry.widthMm, geometry.heightMm) / 2
    return geometry.cornerRadiusMm <= most ? geometry : null
  }
  const outline = outlineIn(versions, catalogueVersion, choice.modelId)
  if (outline === null) return null
  const { widthMm, heightMm, cornerRadiusMm, cameras } = outline
  const { bleedMmCase: bleedMm, safeMm, cutOutClearanceMm } = catalogue
  const holes = cameras.map((camera) => cutOut(camera, cutOutClearanceMm))
  return { widthMm, heightMm, cornerRadiusMm, bleedMm, safeMm, holes }
}

/** Whether a product's geometry is the one that its choice explains. */
export function isExplained(product: Product, versions: Catalogues = catalogues): boolean {
  const geometry = geometryOf(product, versions)
  return geometry !== null && sameGeometry(geometry, product.geometry)
}

/** The print on a cake: its diameter, its side, or a rounded rectangle. */
export function cakePrint(
  choice: CakeChoice,
  { bleedMmCake: bleedMm, safeMm }: Catalogue,
): Geometry {
  const around = { bleedMm, safeMm, holes: [] }
  if (choice.shape === 'custom') {
    const { widthMm, heightMm, cornerRadiusMm } = choice
    return { widthMm, heightMm, cornerRadiusMm, ...around }
  }
  const side = mmFromInches(choice.sizeInches)
  const cornerRadiusMm = choice.shape === 'round' ? side / 2 : 0
  return { widthMm: side, heightMm: side, cornerRadiusMm, ...around }
}

const cutOut = (camera: Hole, clearanceMm: number): Hole => ({
  xMm: camera.xMm - clearanceMm,
  yMm: camera.yMm - clearanceMm,
  widthMm: camera.widthMm + 2 * clearanceMm,
  heightMm: camera.heightMm + 2 * clearanceMm,
  cornerRadiusMm: camera.cornerRadiusMm + clearanceMm,
})
