import type { ComponentType } from 'react'
import MallPage from '#src/pages/mall/MallPage.tsx'
import { type LoadPage, lazyPage } from './lazy-page.tsx'

/** A screen of the specification and the addresses that open it. */
export interface Route {
  readonly paths: readonly string[]
  readonly Page: ComponentType
}

/** The studio is built beside this; until its page is there, the address says so. */
const studio = import.meta.glob<{ readonly default: ComponentType }>('../studio/StudioPage.tsx')
const loadStudio: LoadPage =
  studio['../studio/StudioPage.tsx'] ?? (() => import('#src/pages/not-found/NotFoundPage.tsx'))

/** Every screen. The shop front is in the first script; the others come when they are opened. */
export const routes: readonly Route[] = [
  { paths: ['/', '/pages/index/mall'], Page: MallPage },
  {
    paths: ['/pages/index/index_diy'],
    Page: lazyPage(loadStudio),
  },
]

/** What any other address opens. */
export const NotFoundPage = lazyPage(() => import('#src/pages/not-found/NotFoundPage.tsx'))
