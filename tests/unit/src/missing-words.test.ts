import i18next from 'i18next'
import { expect, it } from 'vitest'
import { catalogues } from '#src/i18n/catalogues.ts'

it('en-us stands in for words that a language does not have', async () => {
  const words = i18next.createInstance()
  await words.use(catalogues).init({
    lng: 'sl-SI',
    fallbackLng: 'en-US',
    load: 'currentOnly',
    ns: ['shop', 'nothing'],
    defaultNS: 'shop',
  })
  words.removeResourceBundle('sl-SI', 'shop')
  expect(words.t('app.retry')).toBe('Try again')
  expect(words.hasResourceBundle('sl-SI', 'nothing')).toBe(true)
})
