import { build, type InlineConfig } from 'vite'

type Input = NonNullable<NonNullable<InlineConfig['build']>['rolldownOptions']>['input']

/**
 * Bundles scripts as plain JavaScript for Node, each under its own name. They find their packages in
 * the `node_modules` of a folder above, or beside it.
 * @param folder is emptied first
 */
export async function bundleForNode(folder: string, input: NonNullable<Input>): Promise<void> {
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
        input,
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
}
