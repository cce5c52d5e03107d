import type { MachineState } from '#core/commerce/stations/machine-state.ts'
import type { LocaleCode } from '#core/locales.ts'

interface SampleMachine {
  readonly id: string
  readonly name: string
  readonly address: string
  readonly latitude: number
  readonly longitude: number
  /** In one place with others of it. */
  readonly site: string
  readonly state: MachineState
  /** What its state follows from. */
  readonly maintenance?: true
  readonly silent?: true
  readonly faults?: string[]
  readonly prints: ('phone-case' | 'cake')[]
  readonly sheetWidthMm: number
  readonly sheetHeightMm: number
  readonly language: LocaleCode
}

/** One station in every state a customer can find one in, and a second one beside the first. */
export const sampleMachines: readonly SampleMachine[] = [
  {
    id: 'M001',
    name: 'Stampa Xintiandi',
    site: 'xintiandi',
    address: '181 Taicang Road, Huangpu, Shanghai',
    latitude: 31.2206,
    longitude: 121.4736,
    state: 'ready',
    prints: ['phone-case', 'cake'],
    sheetWidthMm: 430,
    sheetHeightMm: 430,
    language: 'en-us',
  },
  {
    id: 'M002',
    name: 'Stampa Yuyuan Bakery',
    site: 'yuyuan',
    address: '218 Anren Street, Huangpu, Shanghai',
    latitude: 31.2272,
    longitude: 121.4921,
    state: 'printing',
    prints: ['cake'],
    sheetWidthMm: 320,
    sheetHeightMm: 320,
    language: 'zh-cn',
  },
  {
    id: 'M003',
    name: 'Stampa Jing’an Temple',
    site: 'jingan',
    address: '1686 Nanjing West Road, Jing’an, Shanghai',
    latitude: 31.2235,
    longitude: 121.4453,
    state: 'maintenance',
    maintenance: true,
    prints: ['phone-case', 'cake'],
    sheetWidthMm: 430,
    sheetHeightMm: 430,
    language: 'zh-cn',
  },
  {
    id: 'M004',
    name: 'Stampa Lujiazui',
    site: 'lujiazui',
    address: '168 Lujiazui West Road, Pudong, Shanghai',
    latitude: 31.2381,
    longitude: 121.4986,
    state: 'out-of-stock',
    faults: ['media-empty'],
    prints: ['phone-case'],
    sheetWidthMm: 200,
    sheetHeightMm: 300,
    language: 'zh-cn',
  },
  {
    id: 'M005',
    name: 'Stampa Hongqiao Station',
    site: 'hongqiao',
    address: '1500 Shengui Road, Minhang, Shanghai',
    latitude: 31.1944,
    longitude: 121.3206,
    state: 'faulty',
    faults: ['other'],
    prints: ['phone-case'],
    sheetWidthMm: 200,
    sheetHeightMm: 300,
    language: 'en-us',
  },
  {
    id: 'M006',
    name: 'Stampa Tianzifang',
    site: 'tianzifang',
    address: '210 Taikang Road, Huangpu, Shanghai',
    latitude: 31.2089,
    longitude: 121.4667,
    state: 'offline',
    silent: true,
    prints: ['phone-case', 'cake'],
    sheetWidthMm: 430,
    sheetHeightMm: 430,
    language: 'zh-cn',
  },
  {
    id: 'M007',
    name: 'Stampa Taicang Road',
    site: 'xintiandi',
    address: '185 Taicang Road, Huangpu, Shanghai',
    latitude: 31.2207,
    longitude: 121.4737,
    state: 'ready',
    prints: ['phone-case', 'cake'],
    sheetWidthMm: 430,
    sheetHeightMm: 430,
    language: 'en-us',
  },
]

/** Prices in minor units. */
export const sampleGoods = [
  { featureId: 'case/matte', category: 'phone-case', minor: 4900, per: 'piece' },
  { featureId: 'case/glossy', category: 'phone-case', minor: 4900, per: 'piece' },
  { featureId: 'case/clear', category: 'phone-case', minor: 4500, per: 'piece' },
  { featureId: 'case/leather', category: 'phone-case', minor: 7900, per: 'piece' },
  { featureId: 'case/own', category: 'phone-case', minor: 2900, per: 'piece' },
  { featureId: 'cake/4', category: 'cake', minor: 1900, per: 'piece' },
  { featureId: 'cake/6', category: 'cake', minor: 2500, per: 'piece' },
  { featureId: 'cake/8', category: 'cake', minor: 3200, per: 'piece' },
  { featureId: 'cake/10', category: 'cake', minor: 4200, per: 'piece' },
  { featureId: 'cake/12', category: 'cake', minor: 5400, per: 'piece' },
  { featureId: 'cake/custom', category: 'cake', minor: 900, per: 'dm2' },
] as const

export const sampleShippingMinor = 1200

export const sampleCoupons = [
  { code: 'WELCOME10', percentOff: 10, usesLeft: 1_000_000, validForDays: 3650 },
  { code: 'LAST1', percentOff: 50, usesLeft: 1, validForDays: 3650 },
  { code: 'GONE', percentOff: 50, usesLeft: 0, validForDays: 3650 },
] as const

/** Sizes that a machine offers to everybody. */
export const sampleSizes = [
  { name: 'A4', widthMm: 210, heightMm: 297 },
  { name: 'A5', widthMm: 148, heightMm: 210 },
  { name: 'Cupcakes, 12', widthMm: 50, heightMm: 50, cornerRadiusMm: 25, rows: 4, columns: 3 },
] as const
