import type { Hole } from '../design/document.ts'
import { phoneModel } from './phone-models.ts'

/** A phone's back as far as a case is cut from it. */
export interface PhoneOutline {
  readonly widthMm: number
  readonly heightMm: number
  readonly cornerRadiusMm: number
  readonly cameras: readonly Hole[]
}

/** What one version of the catalogue says of every print. */
export interface Catalogue {
  readonly bleedMmCase: number
  readonly bleedMmCake: number
  readonly safeMm: number
  /** How far a case's cut-out stands off the camera island, on each side. */
  readonly cutOutClearanceMm: number
  /** Phones by id whose outline the next version changed: as they were until then. */
  readonly replacedPhones: Readonly<Record<string, PhoneOutline>>
}
export type Catalogues = Readonly<Record<number, Catalogue>>

/** The version that new designs are made with. */
export const CATALOGUE_VERSION = 1

/** Bleed and safe area of new designs. */
export const currentCatalogue: Catalogue = {
  bleedMmCase: 2,
  bleedMmCake: 3,
  safeMm: 3,
  cutOutClearanceMm: 1,
  replacedPhones: {},
}

/**
 * Every version that a stored design may name. What a version says is never changed, for prints
 * are ordered by it: a new outline or bleed is a new version, whose predecessor then keeps the
 * phones that it replaced. A phone that is new needs no new version.
 */
export const catalogues: Catalogues = { [CATALOGUE_VERSION]: currentCatalogue }

/** A phone's outline as a version of the catalogue has it; null where it has none. */
export function outlineIn(
  versions: Catalogues,
  version: number,
  modelId: string,
): PhoneOutline | null {
  const until = Object.keys(versions)
    .map(Number)
    .filter((each) => each >= version)
    .toSorted((one, other) => one - other)
    .find((each) => Object.hasOwn(versions[each]?.replacedPhones ?? {}, modelId))
  if (until === undefined) return phoneModel(modelId)
  return versions[until]?.replacedPhones[modelId] ?? null
}
