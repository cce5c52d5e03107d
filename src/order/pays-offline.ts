import type { Settings } from '#core/contract/settings.ts'

/**
 * Whether an order is paid at the station: by the customer's choice, else by card where a provider
 * is connected. Without one nothing but the station works.
 * @param chosen null where the customer was not asked
 */
export const paysOffline = (
  chosen: boolean | null,
  settings: Pick<Settings, 'cards'> | null,
): boolean => (settings?.cards ? (chosen ?? false) : true)
