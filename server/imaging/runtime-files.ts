import { readdir, readFile } from 'node:fs/promises'
import { createModelRegistry, type ModelCard, type ModelRegistry } from '#core/imaging/models.ts'

/** Built, everything lies beside the script; else where the sources and the build steps have it. */
const isBuilt = import.meta.url.endsWith('.js')
const root = new URL(isBuilt ? './' : '../../', import.meta.url)

const kernelsFile = new URL(isBuilt ? 'kernels.wasm' : 'kernels/build/kernels.wasm', root)
const modelsFolder = new URL('models/', root)

/** The kernels' module, as every browser loads it. */
export const readKernels = async () => new Uint8Array(await readFile(kernelsFile))

/** The models of this build, by their cards. */
export async function readModelRegistry(): Promise<ModelRegistry> {
  const names = (await readdir(modelsFolder)).sort()
  const cards = names.map(async (name): Promise<unknown> => {
    return JSON.parse(await readFile(new URL(`${name}/model.json`, modelsFolder), 'utf8'))
  })
  return createModelRegistry(await Promise.all(cards))
}

/** A network's file for onnxruntime: beside its card, or where the build has made it. */
export function readNetwork(card: ModelCard): Promise<Uint8Array> {
  const { file } = card
  const isMade = !isBuilt && card.original !== undefined
  const folder = isMade ? new URL('public/generated/models/', root) : modelsFolder
  return readFile(new URL(isMade ? file : `${card.name}/${file}`, folder))
}
