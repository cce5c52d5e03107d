import { type StationError, stationErrors } from '#core/contract/station/station-errors.ts'
import type { Refused } from '../../calls/refused.ts'

/** Thrown by what answers an agent; becomes its status and code at the border. */
export class StationFault extends Error {
  readonly status: number

  constructor(
    readonly error: StationError,
    /** Where there is a sentence for who stands there. */
    readonly refused?: Refused,
  ) {
    super(error)
    this.name = 'StationFault'
    this.status = stationErrors[error]
  }
}
