import { randomBytes, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { EDIBLE_SHEET } from '#core/catalogue/stock-item.ts'
import type { Size } from '#core/commerce/sizes/size.ts'
import type { RequestOf, Service } from '#core/contract/service.ts'
import { sessionList, userInfo } from '#core/contract/services/accounts.ts'
import { saveAddress } from '#core/contract/services/addresses.ts'
import { saveSize } from '#core/contract/services/goods.ts'
import { beginImaging } from '#core/contract/services/imaging.ts'
import { placeOrder } from '#core/contract/services/orders.ts'
import { requestWithdrawal } from '#core/contract/services/partner.ts'
import { staffLogin, staffSessions } from '#core/contract/services/staff.ts'
import { cancelForCustomer } from '#core/contract/services/staff-orders.ts'
import { type ServiceKey, services } from '#core/contract/services.ts'
import { unwrap } from '#core/errors.ts'
import { hashPassword } from '#server/accounts/secrets.ts'
import { issueToken } from '#server/accounts/tokens.ts'
import { customers, orders } from '#server/database/schema.ts'
import { pay, SECOND_MACHINE, step } from './order-steps.ts'
import { earn } from './partner-money.ts'
import {
  blackCase,
  goodRequest,
  newCustomer,
  openAccount,
  proofOf,
  type Shop,
  tinyPng,
  upload,
} from './shop.ts'
import {
  codeOf,
  enrolFactor,
  newAccount,
  newStaff,
  paidOrder,
  printTo,
  STAFF_PASSWORD,
  unpaidOrder,
} from './staff-desk.ts'

/** A request that a shop with samples grants, made for a customer. */
type GoodRequest<Of extends Service> = (
  shop: Shop,
  token: string,
) => RequestOf<Of> | Promise<RequestOf<Of>>

export const goodAddress = {
  recipient: 'Anna Rossi',
  phone: '13800000000',
  country: 'China',
  province: 'Shanghai',
  city: 'Shanghai',
  detail: '181 Taicang Road',
  postalCode: '200020',
  email: 'anna@example.com',
}

export const goodSize: Size = {
  widthMm: 50,
  heightMm: 50,
  cornerRadiusMm: 25,
  orientation: 'portrait',
  spacingMm: 4,
  quantity: 4,
  rows: 2,
  columns: 2,
  bottomMarginMm: 0,
  rightMarginMm: 0,
}

let phones = 0
/** A phone number that nobody has yet. */
export const newPhone = (): string => `138${String(++phones).padStart(8, '0')}`

const goodPassword = 'a good password'

const machine = () => ({ machine_id: 'M001' })
const nothing = () => ({})
const newOrder = async (shop: Shop, token: string) => {
  const request = await goodRequest(shop, token)
  const { order_number } = unwrap(await shop.call(placeOrder, request, { token })).value
  return { order_number }
}

const sendPhoto = (shop: Shop, token: string) =>
  upload(shop, token, tinyPng(randomUUID()), 'image/png', 'imaging')
const beginSketch = async (shop: Shop, token: string) => {
  const request = { photo: await sendPhoto(shop, token), tool: 'sketch', settings: {} } as const
  const { id } = unwrap(await shop.call(beginImaging, request, { token })).value
  return { id }
}

/** Who may call a service: a customer, or one of the staff or a partner by its roles. */
export const newCaller = (shop: Shop, key: ServiceKey): Promise<string> => {
  const { token, roles } = services[key]
  const [role] = roles
  return token === 'staff' && role !== undefined ? newStaff(shop, role) : newCustomer(shop)
}

const key = () => ({ idempotencyKey: randomUUID() })
const reason = 'asked for by the customer'
const ofOrder = ({ order_number }: { readonly order_number: string }) => ({ order_number })

/** One for every service of the contract: a new service without one does not compile. */
export const goodRequests: {
  readonly [Key in ServiceKey]: GoodRequest<(typeof services)[Key]>
} = {
  sendCode: () => ({ phone: newPhone(), purpose: 'register', language: 'en-us' }),
  login: async (shop) => {
    const account = { phone: newPhone(), password: goodPassword }
    await openAccount(shop, account.phone, account.password)
    return account
  },
  register: async (shop) => ({
    ...(await proofOf(shop, newPhone(), 'register')),
    password: goodPassword,
    username: 'Anna',
  }),
  resetPassword: async (shop) => {
    const phone = newPhone()
    await openAccount(shop, phone, goodPassword)
    return { ...(await proofOf(shop, phone, 'reset')), password: 'another good password' }
  },
  deviceLogin: () => ({ device: randomBytes(32).toString('base64url') }),
  bindPhone: async (shop) => ({
    ...(await proofOf(shop, newPhone(), 'bind')),
    password: goodPassword,
  }),
  changePassword: async (shop, token) => {
    const customerId = await customerIdOf(shop, token)
    const account = { phone: newPhone(), passwordHash: await hashPassword(goodPassword) }
    await shop.context.database.update(customers).set(account).where(eq(customers.id, customerId))
    return { oldPassword: goodPassword, password: 'another good password' }
  },
  userInfo: nothing,
  verifyToken: (_shop, token) => ({ token }),
  sessionList: nothing,
  endSession: async (shop, token) => {
    const opening = { userAgent: '', machineId: null, now: new Date() }
    await issueToken(shop.context.database, await customerIdOf(shop, token), opening)
    const sessions = unwrap(await shop.call(sessionList, {}, { token })).value
    return { id: sessions.find(({ current }) => !current)?.id ?? '' }
  },
  endOtherSessions: nothing,
  logout: nothing,
  addressList: nothing,
  saveAddress: () => goodAddress,
  deleteAddress: async (shop, token) => {
    const { id } = unwrap(await shop.call(saveAddress, goodAddress, { token })).value
    return { id }
  },
  goodsList: nothing,
  categoryList: nothing,
  sizeList: machine,
  saveSize: () => ({ name: 'Cupcakes', size: goodSize }),
  deleteSize: async (shop, token) => {
    const request = { name: 'Cupcakes', size: goodSize }
    const { id } = unwrap(await shop.call(saveSize, request, { token })).value
    return { id }
  },
  machineFonts: machine,
  languageList: machine,
  machineDetail: machine,
  scan: (shop) => ({ machine_id: 'M001', claim: shop.context.claims.forScreen('M001') }),
  stockList: machine,
  lineUp: machine,
  siteMachines: machine,
  shopList: () => ({ latitude: 31.2, longitude: 121.4 }),
  quoteOrder: () => ({
    machine_id: 'M001',
    product: blackCase(),
    quantity: 2,
    pickup: true,
    coupon: 'WELCOME10',
  }),
  placeOrder: (shop, token) => goodRequest(shop, token),
  orderList: () => ({ status: 0 as const }),
  orderTimeline: nothing,
  orderDetail: newOrder,
  orderCounts: nothing,
  cancelOrder: newOrder,
  chooseOfflinePayment: newOrder,
  beginPayment: newOrder,
  paymentState: newOrder,
  receiveOrder: async (shop, token) => {
    const { order_number } = await newOrder(shop, token)
    await ship(shop, order_number)
    return { order_number }
  },
  neighbours: newOrder,
  moveToNeighbour: async (shop, token) => {
    const { order_number } = await newOrder(shop, token)
    await pay(shop, order_number)
    const { version } = await step(shop, order_number, { event: 'station-rests', actor: 'staff' })
    return { order_number, machine_id: SECOND_MACHINE, version }
  },
  followOrder: async (shop, token) => ({ ...(await newOrder(shop, token)), version: 0 }),
  imagingOffer: nothing,
  beginImaging: async (shop, token) => ({
    photo: await sendPhoto(shop, token),
    tool: 'sketch' as const,
    settings: { style: 'ink' },
  }),
  imagingJob: beginSketch,
  cancelImaging: beginSketch,
  forgetImaging: beginSketch,
  staffLogin: async (shop) => {
    const { username } = await newAccount(shop)
    return { username, password: STAFF_PASSWORD }
  },
  secondFactor: async (shop) => {
    const { username } = await newAccount(shop)
    const request = { username, password: STAFF_PASSWORD }
    const { ticket, enrolment } = unwrap(await shop.call(staffLogin, request)).value
    return { ticket, code: codeOf(enrolment?.secret ?? '') }
  },
  staffLogout: nothing,
  staffSessions: nothing,
  endStaffSession: async (shop, token) => {
    const sessions = unwrap(await shop.call(staffSessions, {}, { token })).value
    return { id: sessions[0]?.id ?? '' }
  },
  endOtherStaffSessions: nothing,
  changeStaffPassword: async (shop, token) => {
    const code = codeOf(await enrolFactor(shop, token))
    return { oldPassword: STAFF_PASSWORD, password: 'another password of the staff', code }
  },
  staffMachines: nothing,
  setMaintenance: () => ({ ...machine(), maintenance: false, reason, ...key() }),
  clearFaults: () => ({ ...machine(), reason, ...key() }),
  staffStock: machine,
  changeStock: () => ({
    ...machine(),
    item: EDIBLE_SHEET,
    change: 'refill',
    pieces: 5,
    reason,
    ...key(),
  }),
  newEnrolment: machine,
  auditTrail: nothing,
  staffOrders: () => ({ pile: 'offline', query: '' }),
  staffOrder: async (shop) => ofOrder(await unpaidOrder(shop)),
  confirmOffline: async (shop) => {
    const { order_number, total } = await unpaidOrder(shop)
    return { order_number, expectedMinor: total.minor, ...key() }
  },
  handBack: async (shop, token) => {
    const { order_number, total } = await paidOrder(shop, token)
    const called = { order_number, reason, ...key() }
    unwrap(await shop.call(cancelForCustomer, called, { token }))
    return { order_number, expectedMinor: total.minor, ...key() }
  },
  decidePrint: async (shop, token) => {
    const order = ofOrder(await paidOrder(shop, token))
    await printTo(shop, order.order_number, 'print-unknown')
    return { ...order, decision: 'printed', reason, ...key() }
  },
  reprintOrder: async (shop, token) => {
    const order = ofOrder(await paidOrder(shop, token))
    await printTo(shop, order.order_number, 'production-finished')
    return { ...order, reason, ...key() }
  },
  cancelForCustomer: async (shop) => ({ ...ofOrder(await unpaidOrder(shop)), reason, ...key() }),
  shipOrder: async (shop, token) => {
    const order = ofOrder(await sentOrder(shop, token))
    return { ...order, company: 'SF Express', number: 'SF1', ...key() }
  },
  pickUpOrder: async (shop, token) => {
    const { order_number } = await paidOrder(shop, token)
    const { pickupCode } = await printTo(shop, order_number, 'production-finished')
    return { ...machine(), code: pickupCode, ...key() }
  },
  partnerSales: () => ({ from: '2026-01-01', to: '2026-12-31', by: 'day' }),
  partnerStatement: () => ({ month: '2026-11' }),
  partnerStatementCsv: () => ({ month: '2026-11' }),
  partnerBills: nothing,
  partnerBill: () => ({ month: '2026-11' }),
  partnerBillCsv: () => ({ month: '2026-11' }),
  partnerWithdrawals: nothing,
  requestWithdrawal: async (shop) => {
    await earn(shop, 1000)
    return { minor: 100, ...key() }
  },
  operatorWithdrawals: nothing,
  decideWithdrawal: async (shop) => {
    await earn(shop, 1000)
    const token = await newStaff(shop, 'partner')
    const asked = { minor: 100, ...key() }
    const { id } = unwrap(await shop.call(requestWithdrawal, asked, { token })).value
    return { id, decision: 'approve', reason, ...key() }
  },
}

/** Puts an order on its way, as staff will once they can. */
async function ship(shop: Shop, orderNumber: string): Promise<void> {
  await shop.context.database
    .update(orders)
    .set({ status: 2, stage: 'shipped', shippedAt: new Date() })
    .where(eq(orders.orderNumber, orderNumber))
}

const customerIdOf = async (shop: Shop, token: string): Promise<string> =>
  unwrap(await shop.call(userInfo, {}, { token })).value.id

/** A printed order that goes by courier. */
async function sentOrder(shop: Shop, staff: string) {
  const customer = await newCustomer(shop)
  const { id: addressId } = unwrap(
    await shop.call(saveAddress, goodAddress, { token: customer }),
  ).value
  const request = await goodRequest(shop, customer, { pickup: false, addressId })
  const { order_number, total } = unwrap(
    await shop.call(placeOrder, request, { token: customer }),
  ).value
  const paid = { order_number, expectedMinor: total.minor, ...key() }
  unwrap(await shop.call(services.confirmOffline, paid, { token: staff }))
  await printTo(shop, order_number, 'production-finished')
  return { order_number }
}
