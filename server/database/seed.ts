import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EDIBLE_SHEET } from '#core/catalogue/stock-item.ts'
import { sizeSchema } from '#core/commerce/sizes/size.ts'
import { readFontIndex } from '#core/render/font-index.ts'
import type { ServerConfig } from '../config.ts'
import type { Database, Queries } from './connect.ts'
import {
  sampleCoupons,
  sampleGoods,
  sampleMachines,
  sampleShippingMinor,
  sampleSizes,
} from './samples.ts'
import { coupons, fonts, goods, machines, shopSettings, sizes } from './schema.ts'
import { addStock, stockItems } from './stock-items.ts'

const CASES_IN_STOCK = 50
const SHEETS_IN_STOCK = 200
const DAY_MS = 86_400_000

/** Fills an empty database once: settings and goods always, sample stations where they are wanted. */
export async function seed(database: Database, config: ServerConfig): Promise<void> {
  await database.transaction(async (tx) => {
    const first = await tx
      .insert(shopSettings)
      .values({ currency: config.currency, shippingMinor: sampleShippingMinor })
      .onConflictDoNothing()
      .returning()
    if (first.length === 0) return
    await tx.insert(goods).values([...sampleGoods])
    const fontRows = await fontsOf(config.distFolder)
    if (fontRows.length > 0) await tx.insert(fonts).values(fontRows)
    if (config.samples) await seedSamples(tx)
  })
}

async function seedSamples(tx: Queries): Promise<void> {
  await tx.insert(machines).values([...sampleMachines])
  const rows = sampleMachines.flatMap(({ id, prints, state }) => {
    if (state === 'out-of-stock') return []
    return stockItems(prints).map((item) => ({
      machineId: id,
      item,
      available: item === EDIBLE_SHEET ? SHEETS_IN_STOCK : CASES_IN_STOCK,
    }))
  })
  await addStock(tx, rows)
  await tx.insert(coupons).values(
    sampleCoupons.map(({ validForDays, ...coupon }) => ({
      ...coupon,
      validUntil: new Date(Date.now() + validForDays * DAY_MS),
    })),
  )
  await tx.insert(sizes).values(
    sampleSizes.map(({ name, ...size }) => ({
      machineId: 'M001',
      name,
      size: sizeSchema.parse({
        cornerRadiusMm: 0,
        orientation: 'portrait',
        spacingMm: 4,
        rows: 1,
        columns: 1,
        bottomMarginMm: 0,
        rightMarginMm: 0,
        quantity: 'rows' in size ? size.rows * size.columns : 1,
        ...size,
      }),
    })),
  )
}

/** The fonts that the build made; without a build there are none. */
async function fontsOf(distFolder: string) {
  const path = join(distFolder, 'generated/fonts/index.json')
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text === null) return []
  return readFontIndex(JSON.parse(text)).fonts.flatMap(({ id, key, title, style, files }) => {
    const [first] = files
    return style === 'fallback' || first === undefined
      ? []
      : [{ id, key, title, file: `/generated/fonts/${first.file}` }]
  })
}
