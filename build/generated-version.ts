import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folders = ['public/generated/fonts', 'public/generated/stickers']

/**
 * Names what fonts and stickers hold, for their addresses: a kept file never answers for another
 * one's. Eight hexadecimal digits; of nothing, before the assets were made.
 */
export function generatedVersion(): string {
  const hash = createHash('sha256')
  for (const folder of folders) {
    for (const path of filesUnder(folder))
      hash.update(path).update(readFileSync(join(folder, path)))
  }
  return hash.digest('hex').slice(0, 8)
}

function filesUnder(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
      .sort()
  } catch {
    return []
  }
}
