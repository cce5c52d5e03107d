import { expect, it } from 'vitest'
import { nameOfPress } from '#src/studio/commands/keys.ts'

const press = (key: string, code: string, held: 'ctrl' | 'shift' | 'both' | 'none' = 'none') =>
  nameOfPress({
    key,
    code,
    ctrlKey: held === 'ctrl' || held === 'both',
    metaKey: false,
    shiftKey: held === 'shift' || held === 'both',
  })

it('undo is under the same key on a Russian, an Arabic and a Thai keyboard', () => {
  for (const key of ['я', 'ئ', 'ผ', 'z']) expect(press(key, 'KeyZ', 'ctrl')).toBe('Mod+Z')
  expect(press('Я', 'KeyZ', 'both')).toBe('Mod+Shift+Z')
})

it('a letter opens its panel on a keyboard of another script', () => {
  expect(press('е', 'KeyT')).toBe('T')
  expect(press('х', 'BracketLeft')).toBe('[')
  expect(press('٠', 'Digit0')).toBe('0')
})

it('a Latin keyboard of another order keeps its own letters', () => {
  expect(press('z', 'KeyY', 'ctrl')).toBe('Mod+Z')
  expect(press('ü', 'BracketLeft')).toBe('Ü')
  expect(press('?', 'Minus', 'shift')).toBe('?')
})
