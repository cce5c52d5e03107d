import { disc, island, phonesOf } from '../phone-model.ts'

/** Sizes: oneplus.com, "Specs" of each model. */
export const oneplusPhones = phonesOf('oneplus', [
  [
    'OnePlus 9 Pro',
    2021,
    73.6,
    163.2,
    9.4,
    [island(4.6, 4.8, 26.5, 45, 6.6)],
    'OnePlus 9 Pro - Specs',
  ],
  [
    'OnePlus 10 Pro',
    2022,
    73.9,
    163.0,
    9.6,
    [island(2.2, 2.2, 40, 45, 8.6)],
    'OnePlus 10 Pro - Specs',
  ],
  ['OnePlus 11', 2023, 74.1, 163.1, 9.8, [disc(26.2, 30, 47)], 'OnePlus 11 5G - Specs'],
  ['OnePlus 12', 2024, 75.8, 164.3, 10, [disc(26.6, 30.6, 48)], 'OnePlus 12 - Specs'],
  ['OnePlus 12R', 2024, 75.3, 163.3, 10, [disc(26.4, 30.2, 47)], 'OnePlus 12R - Specs'],
  ['OnePlus 13', 2025, 76.5, 162.9, 10.6, [disc(28.6, 29.2, 45)], 'OnePlus 13 - Specs'],
  [
    'OnePlus Nord 3',
    2023,
    75.1,
    162.0,
    9.4,
    [island(6, 6.4, 20.5, 50, 10.25)],
    'OnePlus Nord 3 5G - Specs',
  ],
  [
    'OnePlus Nord CE 3 Lite',
    2023,
    76.0,
    165.5,
    9.2,
    [island(6, 6.4, 20, 50, 10)],
    'OnePlus Nord CE 3 Lite 5G - Specs',
  ],
])
