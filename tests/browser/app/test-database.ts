import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { readPostmaster } from '#server/database/cluster.ts'
import { clusterFolder } from '#server/database/cluster-folder.ts'
import { type Connection, connect } from '#server/database/connect.ts'
import { sampleMachines } from '#server/database/samples.ts'
import { machines } from '#server/database/schema.ts'
import { appPort } from '../server-under-test.ts'

/** The database of the server under test: what providers and stations do is written there. */
export async function connectToTestDatabase(): Promise<Connection> {
  const dataFolder = join(tmpdir(), `stampa-test-${appPort}`)
  const { port } = readPostmaster(await clusterFolder(dataFolder)) ?? {}
  const password = (await readFile(join(dataFolder, 'postgres-password'), 'utf8')).trim()
  const url = `postgres://stampa:${encodeURIComponent(password)}@127.0.0.1:${port}/stampa`
  return await connect(url, { connections: 2, timeoutMs: 10_000 })
}

/** Puts every sample station into the state that it is seeded in, whatever other tests did to it. */
export async function seedStationStates({ database }: Connection): Promise<void> {
  for (const { id, state, maintenance = false, silent = false, faults = [] } of sampleMachines) {
    const seeded = { state, maintenance, silent, faults }
    await database.update(machines).set(seeded).where(eq(machines.id, id))
  }
}
