import { loadOnce, loadOnceEach } from '#core/cache/load-once.ts'
import type { StickerProgram, StickerSet } from '#core/render/stickers.ts'
import { loadScript } from '../load-script.ts'
import { fetchGenerated } from './generated-files.ts'

/** Checking takes more code than all drawing: it comes with the first sticker. */
const loadSchemas = () => loadScript(() => import('#core/render/sticker-schemas.ts'))

/** Loads the sticker sets that a design uses. */
export class StickerSets {
  readonly #programs = new Map<string, StickerProgram>()
  readonly #settled = new Set<string>()

  readonly #categories = loadOnce(async () => {
    const { stickerIndexSchema } = await loadSchemas()
    const response = await fetchGenerated('stickers/index.json')
    const index = stickerIndexSchema.parse(await response.json())
    return new Map(index.stickers.map((entry) => [entry.id, entry.category]))
  })

  program(stickerId: string): StickerProgram | null {
    return this.#programs.get(stickerId) ?? null
  }

  /** Whether it is at hand, is no longer offered, or could not be had. */
  isSettled(stickerId: string): boolean {
    return this.#programs.has(stickerId) || this.#settled.has(stickerId)
  }

  /** A sticker that is no longer offered is passed over. */
  async load(stickerIds: readonly string[]): Promise<void> {
    const lacking = stickerIds.filter((id) => !this.#programs.has(id))
    if (lacking.length === 0) return
    try {
      await this.#loadStickers(lacking)
    } finally {
      for (const id of lacking) this.#settled.add(id)
    }
  }

  async #loadStickers(lacking: readonly string[]): Promise<void> {
    const categories = await this.#categories()
    const wanted = new Set(lacking.map((id) => categories.get(id)))
    for (const category of wanted) {
      if (category === undefined) continue
      const { stickers } = await this.#set(category)
      for (const [id, program] of Object.entries(stickers)) this.#programs.set(id, program)
    }
  }

  readonly #set = loadOnceEach(async (category: string): Promise<StickerSet> => {
    const { stickerSetSchema } = await loadSchemas()
    return stickerSetSchema.parse(await (await fetchGenerated(`stickers/${category}.json`)).json())
  })
}
