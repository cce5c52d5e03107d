import { type Refusal, refusalTable } from '#core/refusals.ts'

interface RefusedDetails {
  readonly params?: Readonly<Record<string, string | number>>
  /** Field of the request -> what is wrong with it. */
  readonly fields?: Readonly<Record<string, string>>
}

/** Thrown inside a handler; becomes the envelope's code and data at the border. */
export class Refused extends Error {
  readonly code: number
  readonly details: Required<RefusedDetails>

  constructor(
    readonly refusal: Refusal,
    { params = {}, fields = {} }: RefusedDetails = {},
  ) {
    super(refusal)
    this.name = 'Refused'
    this.code = refusalTable[refusal].code
    this.details = { params, fields }
  }
}
