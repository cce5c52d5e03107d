import { storageKeyOf } from '#core/session/session.ts'
import { readStored } from '#src/storage/local-storage.ts'

/** The station this app stands at, as a sign-in says it for the customer's list of sessions. */
export function signInPlace(): { readonly machine_id?: string } {
  const machineId = readStored(storageKeyOf('machine'))
  return machineId === null ? {} : { machine_id: machineId }
}
