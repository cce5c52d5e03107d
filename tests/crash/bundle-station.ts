import { join } from 'node:path'
import { build } from 'vite'

/** Bundles the agent and the printer as plain JavaScript, which starts at once. */
export async function bundleStation(folder: string): Promise<{ agent: string; printer: string }> {
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      target: 'node20',
      rolldownOptions: {
        input: ['tests/crash/agent.ts', 'tests/crash/printer.ts'],
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
  return { agent: join(folder, 'agent.js'), printer: join(folder, 'printer.js') }
}
