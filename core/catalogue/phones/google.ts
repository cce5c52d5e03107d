import { capsule, island, phonesOf } from '../phone-model.ts'

/**
 * Sizes: support.google.com, "Pixel phone hardware tech specs". The bar of Pixel 6 to 8 runs from
 * side to side: a case cuts it short by its own edge.
 */
const SOURCE = 'Pixel phone hardware tech specs'

export const googlePhones = phonesOf('google', [
  ['Pixel 6', 2021, 74.8, 158.6, 9, [island(2.4, 19, 70, 24, 3)], SOURCE],
  ['Pixel 6 Pro', 2021, 75.9, 163.9, 7, [island(2.4, 19.5, 71.1, 24.5, 3)], SOURCE],
  ['Pixel 6a', 2022, 71.8, 152.2, 9, [island(2.4, 18.5, 67, 20.5, 3)], SOURCE],
  ['Pixel 7', 2022, 73.2, 155.6, 9.4, [island(2.4, 18.6, 68.4, 22.5, 3)], SOURCE],
  ['Pixel 7 Pro', 2022, 76.6, 162.9, 8, [island(2.4, 19.2, 71.8, 23, 3)], SOURCE],
  ['Pixel 7a', 2023, 72.9, 152.0, 9.6, [island(2.4, 18.4, 68.1, 20.5, 3)], SOURCE],
  ['Pixel 8', 2023, 70.8, 150.5, 12, [island(2.4, 17.6, 66, 22.5, 3)], SOURCE],
  ['Pixel 8 Pro', 2023, 76.5, 162.6, 12, [island(2.4, 18.8, 71.7, 23.5, 3)], SOURCE],
  ['Pixel 8a', 2024, 72.7, 152.1, 13, [island(2.4, 18.2, 67.9, 21, 3)], SOURCE],
  ['Pixel 9', 2024, 72.0, 152.8, 12.4, [capsule(6.2, 14.6, 59.6, 23.4)], SOURCE],
  ['Pixel 9 Pro', 2024, 72.0, 152.8, 12.4, [capsule(6.2, 14.6, 59.6, 23.4)], SOURCE],
  ['Pixel 9 Pro XL', 2024, 76.6, 162.8, 12.8, [capsule(6.4, 15.4, 63.8, 24.4)], SOURCE],
  ['Pixel 9a', 2025, 73.3, 154.7, 12.6, [capsule(6.6, 14.8, 38, 17.6)], SOURCE],
])
