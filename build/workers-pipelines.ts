import type { Plugin } from 'vite'

const TOOL = /\/core\/imaging\/tools\/[\w-]+\/tool\.ts$/
const REFUSAL = '\0pipelines-are-loaded-by-workers'

/**
 * Leaves the tools' pipelines out of the screens' build: the table that screens show names them, and
 * workers, which are built by themselves, alone load them.
 */
export const workersPipelines = (): Plugin => ({
  name: 'workers-pipelines',
  apply: 'build',
  resolveId: {
    order: 'pre',
    filter: { id: /^\.\/run\.ts$/ },
    handler: (_, importer) => (importer !== undefined && TOOL.test(importer) ? REFUSAL : null),
  },
  load: {
    filter: { id: new RegExp(`^${REFUSAL}$`) },
    handler: () => `throw new Error('pipelines are loaded by workers')`,
  },
})
