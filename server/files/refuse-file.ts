import { type ErrorCode, StampaError } from '#core/errors.ts'

/** A file that is not what it says; the cause is for the log. */
export const refusedFile = (cause: string): StampaError =>
  new StampaError('file-refused', { cause })

/** What the tus server answers as it is thrown. */
export const refuseUpload = (status: number, code: ErrorCode) => ({
  status_code: status,
  body: code,
})
