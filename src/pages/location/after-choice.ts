import { formatAddress, parseAddress } from '#core/launch/address.ts'
import { screenOf } from '#core/launch/screens.ts'
import { addressOf } from '#src/shell/addresses.ts'

/** Where a customer goes who has chosen a station: on to where they were going, else the shop. */
export function addressAfterChoice(next: string | null): string {
  const wanted = next?.startsWith('/') ? parseAddress(next) : null
  return wanted !== null && screenOf(wanted.path) !== null
    ? formatAddress(wanted)
    : addressOf('mall')
}
