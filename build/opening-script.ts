import { resolve } from 'node:path'
import type { Plugin } from 'vite'

/** Asks for the opened page and its words while the first script is still on its way. */
export const OPENING_SCRIPT = 'src/app/opening.ts'

/** What every file of the build begins with. */
const RUNTIME = '\0rolldown/runtime.js'

interface ModuleGraph {
  readonly getModuleInfo: (id: string) => { readonly importedIds: readonly string[] } | null
}

/** Every module that the opening script stands on. */
function reachedIn(graph: ModuleGraph): ReadonlySet<string> {
  const reached = new Set([resolve(OPENING_SCRIPT)])
  // A set is walked in the order of its adding: what is added meanwhile is walked too.
  for (const id of reached)
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) reached.add(next)
  return reached
}

/** The opening script's modules stand in a file of their own: it needs nothing else to run. */
export const openingGroup = (id: string, graph: ModuleGraph) =>
  id === RUNTIME || reachedIn(graph).has(id) ? 'opening' : null

const FIRST_SCRIPT = '<script type="module"'

/** Starts the opening script from the built page, before and beside the first script. */
export const openingScript = (): Plugin => ({
  name: 'opening-script',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle, path }) => {
      // The card page opens nothing of the app.
      if (bundle === undefined || path !== '/index.html') return html
      const script = Object.values(bundle).find(
        (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(OPENING_SCRIPT),
      )
      if (script === undefined) throw new Error(`${OPENING_SCRIPT} is no file of the build`)
      const tag = `<script type="module" async fetchpriority="high" crossorigin src="/${script.fileName}"></script>`
      return html.replace(FIRST_SCRIPT, `${tag}\n    ${FIRST_SCRIPT}`)
    },
  },
})
