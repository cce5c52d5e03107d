import type { Hole } from '../design/document.ts'

export const brandIds = [
  'apple',
  'samsung',
  'xiaomi',
  'huawei',
  'google',
  'oppo',
  'oneplus',
] as const
export type BrandId = (typeof brandIds)[number]

/**
 * A phone as its back is seen, in mm from the body's top left corner.
 *
 * Width and height are the manufacturer's published ones; `source` names the page (17 of 98, of all
 * brands, were compared with published listings on 2026-11-21: all agree). Most makers publish neither
 * the radius of the corners nor the place of the cameras: where `source` names no drawing these are
 * estimates. The two that were compared with Apple's drawings lay within
 * 1.5 mm. Before a station prints a model it is checked once against the
 * station's own blank.
 */
export interface PhoneModel {
  /** Brand and name, as `apple-iphone-15-pro`: stable, and stored in designs. */
  readonly id: string
  readonly brandId: BrandId
  /** The maker's own name of it, never translated. */
  readonly name: string
  readonly year: number
  readonly widthMm: number
  readonly heightMm: number
  readonly cornerRadiusMm: number
  /** Camera islands, or the outline round lenses that stand by themselves. */
  readonly cameras: readonly Hole[]
  /** The manufacturer's page that publishes the body's size. */
  readonly source: string
}

/** A camera island with rounded corners: left, top, width, height, radius. */
export const island = (
  xMm: number,
  yMm: number,
  widthMm: number,
  heightMm: number,
  cornerRadiusMm: number,
): Hole => ({ xMm, yMm, widthMm, heightMm, cornerRadiusMm })

/** A round island or lens: centre and diameter. */
export const disc = (centreXMm: number, centreYMm: number, diameterMm: number): Hole =>
  island(
    centreXMm - diameterMm / 2,
    centreYMm - diameterMm / 2,
    diameterMm,
    diameterMm,
    diameterMm / 2,
  )

/** An upright or lying capsule, as round a row of lenses: left, top, width, height. */
export const capsule = (xMm: number, yMm: number, widthMm: number, heightMm: number): Hole =>
  island(xMm, yMm, widthMm, heightMm, Math.min(widthMm, heightMm) / 2)

export type PhoneRow = readonly [
  name: string,
  year: number,
  widthMm: number,
  heightMm: number,
  cornerRadiusMm: number,
  cameras: readonly Hole[],
  source: string,
]

/** A brand's table as models. */
export const phonesOf = (brandId: BrandId, rows: readonly PhoneRow[]): readonly PhoneModel[] =>
  rows.map(([name, year, widthMm, heightMm, cornerRadiusMm, cameras, source]) => ({
    id: phoneId(brandId, name),
    brandId,
    name,
    year,
    widthMm,
    heightMm,
    cornerRadiusMm,
    cameras,
    source,
  }))

/** Brand and name once each: `samsung-galaxy-s24-plus`, `oneplus-12`. */
function phoneId(brandId: BrandId, name: string): string {
  const words =
    name
      .toLowerCase()
      .replace('+', ' plus')
      .match(/[a-z0-9]+/g) ?? []
  const own = words[0] === brandId ? words.slice(1) : words
  return [brandId, ...own].join('-')
}
