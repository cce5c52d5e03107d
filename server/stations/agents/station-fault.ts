import { type StationError, stationErrors } from '#core/contract/station/station-errors.ts'
import type { Refusal } from '#core/refusals.ts'

/** Thrown by what answers an agent; becomes its status and code at the border. */
export class StationFault extends Error {
  readonly status: number

  constructor(
    readonly error: StationError,
    readonly refusal?: Refusal,
  ) {
    super(error)
    this.name = 'StationFault'
    this.status = stationErrors[error]
  }
}
