import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { runEmbeddedDatabase } from './database/embedded.ts'

const config = readConfig(process.env)
const embedded = config.databaseUrl === null ? await runEmbeddedDatabase(config.dataFolder) : null
const { app, context } = await buildApp(config, config.databaseUrl ?? embedded?.url ?? '')
const address = await app.listen({ port: config.port, host: config.host })

console.log(`Stampa is open at ${address}`)
if (config.samples) {
  const claim = context.claims.forSticker('M001')
  console.log(`The code on a sample station: ${address}/#/?machine_id=M001&claim=${claim}`)
}

let leaving = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (leaving) return
    leaving = true
    void leave()
  })
}

async function leave(): Promise<void> {
  await app.close()
  await embedded?.stop()
  process.exit(0)
}
