/** What a build consists of, as its service worker knows it; `build/offline-files.ts` writes it. */
export interface OfflineFiles {
  /** Names the build: the address of its first script, which changes with every other file's. */
  readonly version: string
  /** What every visit needs, kept when the build arrives. Hashed names have no revision. */
  readonly shell: readonly KeptFile[]
  /** What some visits need, kept when the build arrives where the build before was used so. */
  readonly groups: readonly FileGroup[]
  /** Kept when first used. */
  readonly others: readonly string[]
  /** Keys of networks and runtimes that the tools keep themselves; the worker only deletes old ones. */
  readonly downloads: readonly string[]
  /** Files of the other documents, such as the card page's: never the worker's business. */
  readonly passedBy: readonly string[]
  /** The version in the addresses of fonts and stickers. */
  readonly generated: string
}

export interface KeptFile {
  readonly url: string
  readonly revision: string | null
}

export interface FileGroup {
  /** `words-<locale>`, `tools` or `opencv`. */
  readonly name: string
  /** An address of any build that begins so tells that the group is in use. */
  readonly marker: string
  readonly urls: readonly string[]
}
