import { disc, island, phonesOf } from '../phone-model.ts'

/** Sizes: mi.com, "Specs" of each model. */
export const xiaomiPhones = phonesOf('xiaomi', [
  ['Xiaomi 12', 2021, 69.9, 152.7, 9.4, [island(4.6, 4.8, 27, 37.5, 5.5)], 'Xiaomi 12 - Specs'],
  ['Xiaomi 13', 2022, 71.5, 152.8, 10.4, [island(4.4, 4.4, 38, 38.5, 9)], 'Xiaomi 13 - Specs'],
  ['Xiaomi 13T', 2023, 75.7, 162.2, 9.6, [island(4.6, 4.6, 39, 42.5, 8.5)], 'Xiaomi 13T - Specs'],
  ['Xiaomi 14', 2023, 71.5, 152.8, 10.4, [island(4.2, 4.2, 40.5, 40.5, 9.6)], 'Xiaomi 14 - Specs'],
  ['Xiaomi 14 Ultra', 2024, 75.3, 161.4, 10, [disc(37.65, 34, 52)], 'Xiaomi 14 Ultra - Specs'],
  ['Xiaomi 14T', 2024, 75.1, 160.5, 9.6, [island(4.6, 4.6, 39.5, 40.5, 9)], 'Xiaomi 14T - Specs'],
  ['Xiaomi 15', 2024, 71.2, 152.3, 10.8, [island(4.2, 4.2, 40.5, 40.5, 10)], 'Xiaomi 15 - Specs'],
  ['Redmi Note 12', 2023, 76.0, 165.7, 9, [island(5, 5, 30, 39, 6.5)], 'Redmi Note 12 - Specs'],
  ['Redmi Note 13', 2024, 75.0, 161.1, 8.6, [island(5, 5, 38, 41, 7)], 'Redmi Note 13 5G - Specs'],
  [
    'Redmi Note 13 Pro',
    2024,
    74.2,
    161.2,
    8.6,
    [island(5, 5, 38, 41, 7)],
    'Redmi Note 13 Pro 5G - Specs',
  ],
  ['Redmi 13C', 2023, 78.1, 168.0, 9, [island(5.2, 5.2, 21, 46, 8)], 'Redmi 13C - Specs'],
  [
    'POCO X6 Pro',
    2024,
    74.3,
    160.5,
    8.6,
    [island(4.4, 4.8, 65.4, 36, 8)],
    'POCO X6 Pro 5G - Specs',
  ],
])
