import { type BrandId, brandIds, type PhoneModel } from './phone-model.ts'
import { applePhones } from './phones/apple.ts'
import { googlePhones } from './phones/google.ts'
import { huaweiPhones } from './phones/huawei.ts'
import { oneplusPhones } from './phones/oneplus.ts'
import { oppoPhones } from './phones/oppo.ts'
import { samsungPhones } from './phones/samsung.ts'
import { xiaomiPhones } from './phones/xiaomi.ts'

/** A brand, and by what else its customers call it. */
export interface Brand {
  readonly id: BrandId
  readonly name: string
  /** Words that also find it; lower case. */
  readonly aliases: readonly string[]
}

/** In the order in which they are offered. */
export const brands: readonly Brand[] = [
  { id: 'apple', name: 'Apple', aliases: ['苹果', '蘋果', 'ios'] },
  { id: 'samsung', name: 'Samsung', aliases: ['三星', '삼성'] },
  { id: 'xiaomi', name: 'Xiaomi', aliases: ['小米', '红米', '紅米', 'mi'] },
  { id: 'huawei', name: 'Huawei', aliases: ['华为', '華為'] },
  { id: 'google', name: 'Google', aliases: ['谷歌'] },
  { id: 'oppo', name: 'OPPO', aliases: ['欧珀'] },
  { id: 'oneplus', name: 'OnePlus', aliases: ['一加', '1+'] },
]

const tables: Readonly<Record<BrandId, readonly PhoneModel[]>> = {
  apple: applePhones,
  samsung: samsungPhones,
  xiaomi: xiaomiPhones,
  huawei: huaweiPhones,
  google: googlePhones,
  oppo: oppoPhones,
  oneplus: oneplusPhones,
}

/** Every phone that a case is printed for, by brand, the newest of each brand first. */
export const phoneModels: readonly PhoneModel[] = brandIds.flatMap((brandId) => modelsOf(brandId))

/** A brand's phones, the newest first. */
export function modelsOf(brandId: BrandId): readonly PhoneModel[] {
  return tables[brandId].toReversed().toSorted((a, b) => b.year - a.year)
}

/** The phone called `id`, or null where there is none (any more). */
export const phoneModel = (id: string): PhoneModel | null =>
  phoneModels.find((model) => model.id === id) ?? null

/** The brand of a phone. */
export function brandOf(model: PhoneModel): Brand {
  const brand = brands.find(({ id }) => id === model.brandId)
  if (!brand) throw new RangeError(`no brand ${model.brandId}`)
  return brand
}

/**
 * Phones that a customer may mean by `text`: every word of it begins a word of the brand or the
 * name ("galaxy 24", "iPhone15pro", "苹果 15"). The closest name first, then the newest. An empty
 * text finds all.
 */
export function searchPhones(text: string): readonly PhoneModel[] {
  const words = wordsOf(text)
  const wanted = words.join('')
  return phoneModels
    .flatMap((model) => {
      const closeness = closenessOf(model, words, wanted)
      return closeness === null ? [] : [{ model, closeness }]
    })
    .toSorted((a, b) => a.closeness - b.closeness || b.model.year - a.model.year)
    .map(({ model }) => model)
}

/** 0: the very name; 1: begins it; 2: somewhere in it; null: not at all. */
function closenessOf(model: PhoneModel, words: readonly string[], wanted: string): number | null {
  const brand = brandOf(model)
  const name = wordsOf(model.name)
  const known = [...name, ...wordsOf(brand.name), ...brand.aliases]
  const joined = name.join('')
  const full = wordsOf(brand.name).join('') + joined
  if (wanted !== '' && (joined === wanted || full === wanted)) return 0
  if (!words.every((word) => known.some((own) => own.startsWith(word)))) {
    return wanted.length > 1 && (joined.startsWith(wanted) || full.startsWith(wanted)) ? 1 : null
  }
  return joined.startsWith(wanted) || full.startsWith(wanted) ? 1 : 2
}

/** Words in lower case; letters and digits that touch are parted, so that `iphone15` is two. */
const wordsOf = (text: string): readonly string[] =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\+/g, ' plus ')
    .split(/[^\p{L}\p{N}]+|(?<=\p{L}{2})(?=\p{N})|(?<=\p{N})(?=\p{L}{2})/u)
    .filter((word) => word !== '')
