import type { ComponentType } from 'react'
import MallPage from '#src/pages/mall/MallPage.tsx'
import type { LoadPage } from './lazy-page.tsx'

/**
 * A screen of the specification and the addresses that open it: `Page` is in the first script,
 * what `load` answers comes when it is opened.
 */
export type Route = { readonly paths: readonly string[] } & (
  | { readonly Page: ComponentType }
  | { readonly load: LoadPage }
)

/** What an address that is no screen's opens. */
export const loadNotFound: LoadPage = () => import('#src/pages/not-found/NotFoundPage.tsx')

export const routes: readonly Route[] = [
  { paths: ['/', '/pages/index/mall'], Page: MallPage },
  { paths: ['/pages/index/index_diy'], load: () => import('#src/studio/StudioPage.tsx') },
]
