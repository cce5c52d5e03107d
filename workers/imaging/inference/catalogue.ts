import type { ModelCard, ModelRole } from '#core/imaging/models.ts'
import { createModelRegistry } from '#core/imaging/models.ts'
import type { Download } from './downloads.ts'

const cards = import.meta.glob<unknown>('../../../models/*/model.json', {
  eager: true,
  import: 'default',
})
const onnxFiles = import.meta.glob<string>('../../../models/*/*.onnx', {
  eager: true,
  import: 'default',
  query: '?url',
})

/** The models of this build. */
export const registry = createModelRegistry(Object.values(cards))

/** Where a model's file is served from, and what it must be. */
export function downloadOf(card: ModelCard): Download {
  const { sha256, bytes, compressedBytes } = card
  return { url: urlOf(card), sha256, bytes, compressedBytes }
}

function urlOf(card: ModelCard): string {
  if (card.original !== undefined) {
    return `/generated/models/${card.file}?v=${card.sha256.slice(0, 8)}`
  }
  const url = onnxFiles[`../../../models/${card.name}/${card.file}`]
  if (url === undefined) throw new Error(`${card.name}: ${card.file} is not there`)
  return url
}

/** Whether this build carries a model for every one of the roles. */
export const hasRoles = (roles: readonly ModelRole[]): boolean =>
  roles.every((role) => registry.find(role) !== null)
