/** EX_CONFIG of BSD's sysexits: trying again changes nothing, a person must. */
const EXIT_CODE = 78

/** Why a server does not start, in words for who operates it. */
export class StartFault extends Error {
  readonly exitCode = EXIT_CODE

  constructor(message: string) {
    super(message)
    this.name = 'StartFault'
  }
}
