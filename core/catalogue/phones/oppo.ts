import { disc, island, phonesOf } from '../phone-model.ts'

/** Sizes: oppo.com, "Specs" of each model. */
export const oppoPhones = phonesOf('oppo', [
  [
    'Find X5 Pro',
    2022,
    73.9,
    163.7,
    10.4,
    [island(4.6, 4.8, 37.5, 45, 10)],
    'OPPO Find X5 Pro - Specs',
  ],
  ['Find X6 Pro', 2023, 76.2, 164.8, 10.4, [disc(38.1, 35, 52.5)], 'OPPO Find X6 Pro - Specs'],
  ['Find X7 Ultra', 2024, 76.2, 164.3, 10.6, [disc(38.1, 35, 53)], 'OPPO Find X7 Ultra - Specs'],
  ['Find X8', 2024, 74.3, 157.4, 11, [disc(37.15, 31.5, 45)], 'OPPO Find X8 - Specs'],
  ['Find X8 Pro', 2024, 76.7, 162.3, 11, [disc(38.35, 33, 47)], 'OPPO Find X8 Pro - Specs'],
  ['Reno10', 2023, 74.2, 162.4, 9.6, [island(5, 5.4, 25.5, 50, 12.75)], 'OPPO Reno10 5G - Specs'],
  ['Reno11', 2023, 74.3, 162.4, 9.6, [island(5, 5.4, 26.5, 51, 13.25)], 'OPPO Reno11 5G - Specs'],
  ['Reno12', 2024, 74.1, 161.4, 9.8, [island(4.8, 5, 27, 42, 10)], 'OPPO Reno12 5G - Specs'],
])
