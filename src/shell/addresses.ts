import { formatAddress, type Query } from '#core/launch/address.ts'
import { type ScreenId, screens } from '#core/launch/screens.ts'

/** The address of a screen, for links and navigation. */
export const addressOf = (screen: ScreenId, query: Query = {}): string =>
  formatAddress({ path: screens[screen].paths[0], query })

/** Where a draft is edited. */
export const studioPath = (draftId: string): string => addressOf('studio', { draft: draftId })
