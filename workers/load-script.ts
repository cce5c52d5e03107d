import { StampaError } from '#core/errors.ts'

/**
 * A part of a worker's code that comes only when it is needed. Browsers remember a module that
 * failed, so the page ends a worker that answers `script-failed`: the next call has a fresh one.
 * @throws StampaError `script-failed`
 */
export async function loadScript<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (cause) {
    throw new StampaError('script-failed', { cause })
  }
}
