import { StampaError } from '#core/errors.ts'

/** A file that is not what it says; the cause is for the log. */
export const refusedFile = (cause: string): StampaError =>
  new StampaError('file-refused', { cause })
