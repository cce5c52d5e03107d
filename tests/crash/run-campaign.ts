import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { inject } from 'vitest'
import { bundleStation } from './bundle-station.ts'
import { type Campaign, crash, type Found } from './campaign.ts'

/** A campaign in a folder of its own, with the server that was built once for this run of the tests. */
export async function runCampaign(
  campaign: Pick<Campaign, 'orders' | 'kills' | 'shoppers'>,
): Promise<Found> {
  const folder = await mkdtemp(join(tmpdir(), 'stampa-crash-'))
  // PostgreSQL runs as another user where the tests run as root.
  await chmod(folder, 0o711)
  const server = inject('serverScript')
  // Beside the server, where its packages are found.
  const station = await bundleStation(join(dirname(dirname(server)), 'station'))
  try {
    return await crash({ ...campaign, ...station, server, folder })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
