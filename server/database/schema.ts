/** Every table; drizzle-kit reads them here too. */
export * from './schema/accounts.ts'
export * from './schema/files.ts'
export * from './schema/orders.ts'
export * from './schema/payments.ts'
export * from './schema/printing.ts'
export * from './schema/rates.ts'
export * from './schema/shop.ts'
export * from './schema/stations.ts'
