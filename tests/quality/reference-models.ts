import { existsSync } from 'node:fs'
import { photograph } from '../fixtures/photographs.ts'

/** A model of others, to measure against: never part of the product. */
export interface Reference {
  readonly name: string
  /** Its files in `reference-models`. */
  readonly files: readonly string[]
}

export const referenceFile = (file: string): string => photograph(`reference-models/${file}`)

const isHere = ({ files }: Reference): boolean =>
  files.every((file) => existsSync(referenceFile(file)))

/** Those whose files are here, and lines that name the others. */
export function referencesHere<Kind extends Reference>(
  wanted: readonly Kind[],
): { readonly here: readonly Kind[]; readonly missing: readonly string[] } {
  const names = wanted.filter((each) => !isHere(each)).map(({ name }) => name)
  return {
    here: wanted.filter(isHere),
    missing:
      names.length === 0 ? [] : ['', `Left out, their files are missing: ${names.join(', ')}.`],
  }
}
