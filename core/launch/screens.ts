/** Every screen of the specification (point 2) with the addresses that open it, the first its own. */
export const screens = {
  selectLogin: { paths: ['/pages/login/select_login', '/'] },
  login: { paths: ['/pages/login/login'] },
  phoneDetails: { paths: ['/pages/index/detailsphone'] },
  customise: { paths: ['/pages/index/index'] },
  mall: { paths: ['/pages/index/mall'] },
  studio: { paths: ['/pages/index/index_diy'] },
  placeOrder: { paths: ['/pages/index/index_order'] },
  lineUp: { paths: ['/pages/mall/lineUp'] },
  size: { paths: ['/pages/mall/size'] },
  selfHelpPayment: { paths: ['/pages/mine/self_help_payment_details'] },
  goodsOrderSize: { paths: ['/pages/mine/goodsordersize'] },
  paySuccess: { paths: ['/pages/mine/pay_success'] },
  payFail: { paths: ['/pages/mine/pay_fail'] },
  payCard: { paths: ['/pages/mine/pay_paypal'] },
  orders: { paths: ['/pages/mine/order'] },
  /** Ours: the specification names no screen for the account itself. */
  account: { paths: ['/pages/mine/account'] },
  address: { paths: ['/pages/mine/addAddress'] },
  orderList: { paths: ['/pages/mine/orderList'] },
  orderDetail: { paths: ['/pages/mine/orderDetail'] },
  chooseLocation: { paths: ['/choose-location'] },
  openLocation: { paths: ['/open-location'] },
  /** Ours: what staff and partners work with. */
  staff: { paths: ['/pages/staff/index'] },
  partner: { paths: ['/pages/partner/index'] },
} as const satisfies Readonly<Record<string, { readonly paths: readonly [string, ...string[]] }>>

export type ScreenId = keyof typeof screens

/** The screen that an address opens, or null. */
export function screenOf(path: string): ScreenId | null {
  const ids = Object.keys(screens).filter((id): id is ScreenId => id in screens)
  return ids.find((id) => screens[id].paths.some((known) => known === path)) ?? null
}
