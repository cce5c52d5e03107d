import { atom } from 'jotai'

/** A place that was chosen on the map, on its way to the form that asked. */
export interface ChosenPlace {
  readonly latitude: number
  readonly longitude: number
}

export const chosenPlaceAtom = atom<ChosenPlace | null>(null)
