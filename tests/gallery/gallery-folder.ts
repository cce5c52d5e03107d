import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import sharp from 'sharp'
import { galleryTools } from './catalogue.ts'
import { type Cover, indexPage, type Row, type Shown, toolPage } from './pages.ts'

const FOLDER = 'gallery'
const LONG_SIDE_PX_MAX = 1000

/** One tool's page in `gallery/` and the folder of its pictures. */
export class ToolPage {
  readonly #tool: string
  readonly #rows: Row[] = []

  constructor(tool: string) {
    this.#tool = tool
    rmSync(join(FOLDER, tool), { recursive: true, force: true })
    mkdirSync(join(FOLDER, tool), { recursive: true })
  }

  /** Writes a picture, at most 1000 px, on the paper where it has alpha. */
  async picture(
    photo: string,
    caption: string,
    file: Buffer | string,
    paper = '#ffffff',
  ): Promise<Shown> {
    const words = `${relative('open', photo)} ${caption} ${paper}`.toLowerCase()
    const name = `${words.replaceAll(/[^a-z0-9]+/g, '-')}.jpg`
    const { width, height } = await sharp(file)
      .autoOrient()
      .flatten({ background: paper })
      .resize(LONG_SIDE_PX_MAX, LONG_SIDE_PX_MAX, { fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: 88 })
      .toFile(join(FOLDER, this.#tool, name))
    return { caption, address: `${this.#tool}/${name}`, widthPx: width, heightPx: height }
  }

  add(photo: string, title: string, shown: readonly Shown[]): void {
    const row = { set: relative('open', dirname(photo)), name: basename(photo), title, shown }
    this.#rows.push(row)
  }

  async write(): Promise<void> {
    writeFileSync(join(FOLDER, `${this.#tool}.html`), toolPage(this.#tool, this.#rows))
    const result = this.#rows.flatMap(({ shown }) => shown).find((one) => 'ms' in one)
    if (result !== undefined && 'address' in result) {
      const cover = join(FOLDER, this.#tool, 'cover.jpg')
      await sharp(join(FOLDER, result.address))
        .resize(480, 360, { position: 'attention' })
        .toFile(cover)
    }
    writeFileSync(join(FOLDER, 'index.html'), indexPage(covers()))
  }
}

/** Every tool whose page stands in the folder, made by this run or an earlier one. */
const covers = (): readonly Cover[] =>
  galleryTools
    .filter(({ tool }) => existsSync(join(FOLDER, `${tool}.html`)))
    .map(({ tool }) => ({
      tool,
      picture: existsSync(join(FOLDER, tool, 'cover.jpg')) ? `${tool}/cover.jpg` : null,
    }))
