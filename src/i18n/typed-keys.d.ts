import 'i18next'
import type errors from '#locales/en-us/errors.json'
import type offline from '#locales/en-us/offline.json'
import type panels from '#locales/en-us/panels.json'
import type shop from '#locales/en-us/shop.json'
import type staff from '#locales/en-us/staff.json'
import type stage from '#locales/en-us/stage.json'
import type store from '#locales/en-us/store.json'
import type tools from '#locales/en-us/tools.json'

/** A key that en-us does not have does not compile. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shop'
    resources: {
      errors: typeof errors
      offline: typeof offline
      panels: typeof panels
      shop: typeof shop
      stage: typeof stage
      staff: typeof staff
      store: typeof store
      tools: typeof tools
    }
  }
}
