import { logout } from '#core/contract/services/accounts.ts'
import { storageKeyOf } from '#core/session/session.ts'
import { call } from '#src/api/calls.ts'
import { forgetPlacements } from '#src/api/placement-key.ts'
import { deleteDesigns } from '#src/storage/delete-designs.ts'
import { forgetStored } from '#src/storage/local-storage.ts'
import { forgetTabValue } from '#src/storage/tab-storage.ts'
import { deleteWaitingOrders } from '#src/storage/waiting-order-store.ts'
import { deviceCredential, forgetDeviceCredential } from './device-credential.ts'
import { forgetLogin } from './stored-login.ts'

/**
 * Ends the session and the device's credential on both sides, and forgets who was here; what it holds
 * in memory ends with the page, which the caller loads anew. Without a network the server's side ends
 * by itself within a day, and nobody holds its keys any more.
 */
export async function logOut({ withDesigns }: { readonly withDesigns: boolean }): Promise<void> {
  const device = deviceCredential()
  await call(logout, device === null ? {} : { device })
  await deleteWaitingOrders()
  if (withDesigns) await deleteDesigns()
  forgetDeviceCredential()
  forgetPlacements()
  forgetLogin()
  // Whoever comes next has not agreed that photos are sent.
  forgetStored(storageKeyOf('imaging_place'))
  for (const name of ['claim', 'promotion', 'wanted'] as const) forgetTabValue(storageKeyOf(name))
}
