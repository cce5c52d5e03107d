import MallPage from '#src/pages/mall/MallPage.tsx'
import type { ComponentType } from 'react'
import { lazyPage } from './lazy-page.tsx'

/** A screen of the specification and the addresses that open it. */
export interface Route {
  readonly paths: readonly string[]
  readonly Page: ComponentType
}

/** Every screen. The shop front is in the first script; the others come when they are opened. */
export const routes: readonly Route[] = [
  { paths: ['/', '/pages/index/mall'], Page: MallPage },
  {
    paths: ['/pages/index/index_diy'],
    Page: lazyPage(() => import('#src/studio/StudioPage.tsx')),
  },
]

/** What any other address opens. */
export const NotFoundPage = lazyPage(() => import('#src/pages/not-found/NotFoundPage.tsx'))
