import type { ComponentType } from 'react'
import { screens } from '#core/launch/screens.ts'
import SelectLoginPage from '#src/pages/select-login/SelectLoginPage.tsx'
import type { LoadPage } from './lazy-page.tsx'
import { pageScripts } from './page-scripts.ts'

/**
 * A screen of the specification and the addresses that open it: `Page` is in the first script,
 * what `load` answers comes when it is opened.
 */
export type Route = { readonly paths: readonly string[] } & (
  | { readonly Page: ComponentType }
  | { readonly load: LoadPage }
)

export const routes: readonly Route[] = [
  { paths: screens.selectLogin.paths, Page: SelectLoginPage },
  ...Object.entries(pageScripts).map(([id, load]) => ({
    paths: screens[id as keyof typeof pageScripts].paths,
    load,
  })),
]
