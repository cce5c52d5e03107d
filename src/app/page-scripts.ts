import { type ScreenId, screenOf } from '#core/launch/screens.ts'
import type { LoadPage } from './lazy-page.tsx'

/** What an address that is no screen's opens. */
export const loadNotFound: LoadPage = () => import('#src/pages/not-found/NotFoundPage.tsx')

/** A screen without a page does not compile. */
export const pageScripts: Readonly<Record<Exclude<ScreenId, 'selectLogin'>, LoadPage>> = {
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
  staff: () => import('#src/pages/staff/StaffPage.tsx'),
  partner: () => import('#src/pages/partner/PartnerPage.tsx'),
}

/** The namespaces that stand on every screen. */
const EVERYWHERE = ['shop', 'store', 'errors']
/** The studio's words; they come with its script, not after it. */
const IN_STUDIO = ['stage', 'panels']
/** Nobody but staff and partners reads these. */
const AT_WORK = ['staff']

const screenBehind = (hash: string) => screenOf(hash.replace(/^#/, '').split('?')[0] ?? '')

/** The namespaces of words that the screen of an address shows. */
export function wordsOf(hash: string): readonly string[] {
  const screen = screenBehind(hash)
  if (screen === 'studio') return [...EVERYWHERE, ...IN_STUDIO]
  return screen === 'staff' || screen === 'partner' ? [...EVERYWHERE, ...AT_WORK] : EVERYWHERE
}

/** Asks for the script of the page that an address opens, unless the first script holds it. */
export async function askForPage(hash: string): Promise<void> {
  const id = screenBehind(hash)
  if (id !== null && id !== 'selectLogin') await pageScripts[id]()
}
