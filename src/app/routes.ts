import type { ComponentType } from 'react'
import { type ScreenId, screenOf, screens } from '#core/launch/screens.ts'
import SelectLoginPage from '#src/pages/select-login/SelectLoginPage.tsx'
import type { LoadPage } from './lazy-page.tsx'

/**
 * A screen of the specification and the addresses that open it: `Page` is in the first script,
 * what `load` answers comes when it is opened.
 */
export type Route = { readonly paths: readonly string[] } & (
  | { readonly Page: ComponentType }
  | { readonly load: LoadPage }
)

/** What an address that is no screen's opens. */
export const loadNotFound: LoadPage = () => import('#src/pages/not-found/NotFoundPage.tsx')

/** A screen without a page does not compile. */
const loads: Readonly<Record<Exclude<ScreenId, 'selectLogin'>, LoadPage>> = {
  login: () => import('#src/pages/login/LoginPage.tsx'),
  phoneDetails: () => import('#src/pages/phone-details/PhoneDetailsPage.tsx'),
  customise: () => import('#src/pages/customise/CustomisePage.tsx'),
  mall: () => import('#src/pages/mall/MallPage.tsx'),
  studio: () => import('#src/studio/StudioPage.tsx'),
  placeOrder: () => import('#src/pages/place-order/PlaceOrderPage.tsx'),
  lineUp: () => import('#src/pages/line-up/LineUpPage.tsx'),
  size: () => import('#src/pages/size/SizePage.tsx'),
  selfHelpPayment: () => import('#src/pages/self-help-payment/SelfHelpPaymentPage.tsx'),
  goodsOrderSize: () => import('#src/pages/goods-order-size/GoodsOrderSizePage.tsx'),
  paySuccess: () => import('#src/pages/pay-result/PaySuccessPage.tsx'),
  payFail: () => import('#src/pages/pay-result/PayFailPage.tsx'),
  payCard: () => import('#src/pages/pay-card/PayCardPage.tsx'),
  orders: () => import('#src/pages/orders/OrdersPage.tsx'),
  account: () => import('#src/pages/account/AccountPage.tsx'),
  address: () => import('#src/pages/address/AddressPage.tsx'),
  orderList: () => import('#src/pages/order-list/OrderListPage.tsx'),
  orderDetail: () => import('#src/pages/order-detail/OrderDetailPage.tsx'),
  chooseLocation: () => import('#src/pages/location/ChooseLocationPage.tsx'),
  openLocation: () => import('#src/pages/location/OpenLocationPage.tsx'),
}

/** The studio's words; they come with its script, not after it. */
const STUDIO_WORDS = ['stage', 'panels'] as const

/**
 * Asks for the script of the page that an address opens while the words are on their way, and
 * says which words it needs besides.
 */
export function beginRoute(hash: string): {
  readonly script: Promise<unknown>
  readonly words: readonly string[]
} {
  const id = screenOf(hash.replace(/^#/, '').split('?')[0] ?? '')
  const script = id === null || id === 'selectLogin' ? Promise.resolve() : loads[id]()
  return { script, words: id === 'studio' ? STUDIO_WORDS : [] }
}

export const routes: readonly Route[] = [
  { paths: screens.selectLogin.paths, Page: SelectLoginPage },
  ...Object.entries(loads).map(([id, load]) => ({
    paths: screens[id as keyof typeof loads].paths,
    load,
  })),
]
