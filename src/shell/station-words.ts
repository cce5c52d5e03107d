import type { TFunction } from 'i18next'
import type { MachineState } from '#core/commerce/stations/machine-state.ts'

/** How a station's state is marked. */
export const toneOfState: Readonly<Record<MachineState, 'good' | 'warning' | 'danger'>> = {
  ready: 'good',
  printing: 'good',
  maintenance: 'warning',
  'out-of-stock': 'warning',
  faulty: 'danger',
  offline: 'danger',
}

export const canPrint = (state: MachineState): boolean => toneOfState[state] === 'good'

export const stateWords = (t: TFunction<'store'>, state: MachineState): string =>
  t(`station.states.${state}`)

/** How many prints wait at a station. */
export const waitingWords = (t: TFunction<'store'>, count: number): string =>
  count === 0 ? t('station.nobody') : t('station.waiting', { count })
