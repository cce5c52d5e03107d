const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS

const orderViews = [
  'Order.getList',
  'Order.getTimeline',
  'Order.counts',
  'Order.detail',
  'Machine.detail',
  'Machine.lineUp',
  'Machine.site',
  'Order.neighbours',
  'Machine.stockList',
]

const staffOrderViews = ['Staff.orderList', 'Staff.orderDetail', 'Staff.auditTrail']
const staffMachineViews = ['Staff.machineList', 'Staff.orderList', 'Staff.auditTrail']

/** Every service that changes something, and the services whose answers it makes old. */
export const outdatedByWrites: Readonly<Record<string, readonly string[]>> = {
  'Address.save': ['Address.getList'],
  'Address.delete': ['Address.getList'],
  'Size.save': ['Size.getList'],
  'Size.delete': ['Size.getList'],
  'Order.place': orderViews,
  'Order.cancel': orderViews,
  'Order.payOffline': orderViews,
  'Order.received': orderViews,
  'Payment.begin': ['Order.detail'],
  'Partner.changePassword': ['Staff.auditTrail', 'Partner.sessions'],
  'Partner.endSession': ['Staff.auditTrail', 'Partner.sessions'],
  'Partner.endOtherSessions': ['Staff.auditTrail', 'Partner.sessions'],
  'Staff.setMaintenance': staffMachineViews,
  'Staff.clearFaults': staffMachineViews,
  'Staff.changeStock': ['Staff.stockList', 'Staff.auditTrail'],
  'Staff.newEnrolmentCode': ['Staff.auditTrail'],
  'Staff.confirmOfflinePayment': staffOrderViews,
  'Staff.handBack': staffOrderViews,
  'Staff.decidePrint': staffOrderViews,
  'Staff.reprint': staffOrderViews,
  'Staff.cancel': staffOrderViews,
  'Staff.ship': staffOrderViews,
  'Staff.pickUp': staffOrderViews,
  'Partner.withdraw': ['Partner.withdrawalList', 'Partner.statement', 'Staff.auditTrail'],
  'Operator.decideWithdrawal': ['Operator.withdrawalList', 'Staff.auditTrail'],
  'Order.move': orderViews,
  'Imaging.begin': ['Imaging.offer'],
  'Imaging.cancel': ['Imaging.job', 'Imaging.offer'],
  'Imaging.forget': ['Imaging.job', 'Imaging.offer'],
  'User.bindPhone': ['User.info', 'User.sessions'],
  'User.changePassword': ['User.sessions'],
  'User.resetPassword': ['User.sessions'],
  'User.endSession': ['User.sessions'],
  'User.endOtherSessions': ['User.sessions'],
}

export const outdatedBy = (service: string): readonly string[] => outdatedByWrites[service] ?? []

/** How long an answer is shown again without being asked again; the others always are. */
const freshMs: Readonly<Record<string, number>> = {
  'Goods.getList': 5 * MINUTE_MS,
  'GoodsCategory.getList': 5 * MINUTE_MS,
  'Machine.detail': 10 * SECOND_MS,
  'Machine.stockList': 10 * SECOND_MS,
}

export const freshMsOf = (service: string): number => freshMs[service] ?? 0
