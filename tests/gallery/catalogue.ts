import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { PhotoRef } from '#core/design/document.ts'
import type { ToolId } from '#core/imaging/tools/table.ts'
import type { ToolRequest } from '#workers/imaging/api.ts'
import { photograph } from '../fixtures/photographs.ts'

/** One setting of a tool. */
export interface Look {
  readonly name: string
  readonly request: (photo: PhotoRef) => ToolRequest
}

/** Looks that stand side by side. */
export interface Comparison {
  /** Over 1 the tool is given a small copy, and its result stands beside the browser's. */
  readonly factor: number
  readonly looks: readonly Look[]
}

/** One page of the gallery. */
export interface GalleryTool {
  readonly tool: ToolId
  readonly comparisons: readonly Comparison[]
  /** Folders of the open photographs. */
  readonly sets: readonly string[]
  /** What results with alpha are laid on. */
  readonly papers: readonly string[]
  /** Error codes that the tool is free to answer. */
  readonly refusals: readonly string[]
}

/** Every open photograph with a person in it. */
const people = [
  'photos-large/clic2025',
  'portrait/faces',
  'portrait/masks/image',
  'portrait/train/image',
]
/** Landscapes and buildings; animals, statues and things. */
const withoutPeople = ['sr-test/kodak', 'portrait/no-face']
const everyday = [...people, ...withoutPeople]
const opaque = { papers: ['#ffffff'], refusals: [] }

const cutOut: Look = {
  name: 'cut-out',
  request: (photo) => ({
    tool: 'cut-out',
    photo,
    settings: { featherPx: 0, chokePx: 0, outlineMm: 0 },
  }),
}

const sketches = (['pencil', 'ink', 'coloured-pencil'] as const).map(
  (style): Look => ({
    name: style,
    request: (photo) => ({ tool: 'sketch', photo, settings: { style, strength: 0.7 } }),
  }),
)

const enhanced: Look = {
  name: 'enhanced',
  request: (photo) => ({ tool: 'enhance', photo, settings: { strength: 1 } }),
}

const drawn = (['soft', 'bold', 'pop'] as const).map(
  (look): Look => ({
    name: look,
    request: (photo) => ({
      tool: 'anime',
      photo,
      settings: { look, strength: 0.8, proportions: 0.5 },
    }),
  }),
)

function enlarged(factor: 2 | 4): Comparison {
  const look: Look = {
    name: `x${factor}`,
    request: (photo) => ({ tool: 'super-resolution', photo, settings: { factor } }),
  }
  return { factor, looks: [look] }
}

export const galleryTools: readonly GalleryTool[] = [
  {
    tool: 'cut-out',
    comparisons: [{ factor: 1, looks: [cutOut] }],
    sets: everyday,
    papers: ['#ffffff', '#0b5d4e'],
    refusals: ['no-face', 'face-too-small', 'face-too-blurred'],
  },
  { tool: 'sketch', comparisons: [{ factor: 1, looks: sketches }], sets: everyday, ...opaque },
  {
    tool: 'enhance',
    comparisons: [{ factor: 1, looks: [enhanced] }],
    sets: [...everyday, 'colour/low-light', 'colour/retouched-pairs/input'],
    ...opaque,
  },
  { tool: 'anime', comparisons: [{ factor: 1, looks: drawn }], sets: everyday, ...opaque },
  {
    tool: 'super-resolution',
    comparisons: [enlarged(2), enlarged(4)],
    sets: [...everyday, 'sr-test/set14'],
    ...opaque,
  },
]

/** `STAMPA_GALLERY=anime,enhance` makes these pages alone. */
const asked = process.env['STAMPA_GALLERY']?.split(',')
export const isAsked = ({ tool }: GalleryTool): boolean => asked?.includes(tool) ?? true

/** `STAMPA_GALLERY_EVERY=10` takes every tenth photograph of a set: all of them take hours. */
const every = Number(process.env['STAMPA_GALLERY_EVERY'] ?? 1)

/** The photographs of a set, by their paths. */
export const photographsOf = (set: string): readonly string[] =>
  readdirSync(photograph(join('open', set)))
    .toSorted()
    .filter((_, index) => index % every === 0)
    .map((file) => join('open', set, file))
