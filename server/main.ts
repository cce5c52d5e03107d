import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { type RunningDatabase, runEmbeddedDatabase } from './database/embedded.ts'
import { acceptMore } from './operation/accept-more.ts'
import { leaveOnSignal } from './operation/leave-on-signal.ts'
import { StartFault } from './operation/start-fault.ts'
import { enrolSampleStations } from './sample-stations.ts'
import { readSampleStaff } from './staff/sample-staff.ts'

/** @throws Error that says what to do */
async function start() {
  const config = readConfig(process.env)
  let embedded: RunningDatabase | null = null
  if (config.databaseUrl === null) embedded = await runEmbeddedDatabase(config.dataFolder, fail)
  try {
    const { app, context } = await buildApp(config, config.databaseUrl ?? embedded?.url ?? '')
    // Asked before it is ready: a database that is lost for a moment ends no server that is.
    const sampleStaff = config.samples ? await readSampleStaff(context) : null
    const wantsStations = process.argv.includes('--stations') && config.samples && config.stations
    const runStations = wantsStations ? await enrolSampleStations(context) : null
    let endStations: (() => Promise<unknown>) | null = null
    // Before anybody is told that it is ready: who is told may end it.
    leaveOnSignal({
      drainMs: config.patience.drainMs,
      close: async () => {
        await endStations?.()
        await app.close()
        await embedded?.stop()
      },
      abandon: () => embedded?.abandon(),
    })
    const { port, host, connections } = config
    // Whoever comes back after another server died waits for a moment, and is not turned away to try
    // again after seconds; the kernel's own bound (net.core.somaxconn) holds as well.
    acceptMore(app)
    const address = await app.listen({ port, host, backlog: connections })
    console.log(`Stampa is open at ${address}`)
    if (sampleStaff !== null) {
      const claim = context.claims.forSticker('M001')
      console.log(`The code on a sample station: ${address}/#/?machine_id=M001&claim=${claim}`)
      console.log(sampleStaff(address))
    }
    endStations = runStations?.(address) ?? null
  } catch (thrown) {
    await embedded?.stop()
    throw thrown
  }
}

function fail(thrown: unknown): never {
  console.error(thrown instanceof Error ? thrown.message : thrown)
  process.exit(thrown instanceof StartFault ? thrown.exitCode : 1)
}

await start().catch(fail)
