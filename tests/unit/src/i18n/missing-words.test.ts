import i18next from 'i18next'
import { expect, it } from 'vitest'
import { cataloguesOf } from '#src/i18n/catalogues.ts'

it('en-us stands in for words that cannot be fetched', async () => {
  const words = i18next.createInstance()
  const files = {
    '../../locales/en-us/shop.json': async () => ({ app: { retry: 'Try again' } }),
    '../../locales/sl-sl/shop.json': async () => Promise.reject(new Error('no network')),
  }
  await words.use(cataloguesOf(files)).init({
    lng: 'sl-SI',
    fallbackLng: false,
    load: 'currentOnly',
    ns: ['shop', 'nothing'],
    defaultNS: 'shop',
  })
  expect(words.t('app.retry')).toBe('Try again')
  expect(words.hasResourceBundle('sl-SI', 'nothing')).toBe(true)
})
