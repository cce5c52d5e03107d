import type { ErrorCode, Outcome } from '#core/errors.ts'
import type { ToolId } from '#core/imaging/tools/table.ts'
import { answered } from './long-job.ts'
import { countCrash, markToolRunning, unmarkTool } from './tool-crashes.ts'

/** Ends that a device does not survive twice. */
const crashes: readonly ErrorCode[] = ['worker-died', 'device-too-weak']
/** Whether a tool took its worker along, or more than the device has. */
export const hasCrashed = (outcome: Outcome<unknown>): boolean =>
  !outcome.ok && crashes.includes(outcome.fault.code)

/** Work of a tool here, marked so that the next visit knows of it if the page is killed meanwhile. */
export async function onDevice<T>(tool: ToolId, work: Promise<Outcome<T>>): Promise<Outcome<T>> {
  markToolRunning(tool)
  const outcome = await answered(work)
  unmarkTool()
  if (hasCrashed(outcome)) countCrash(tool)
  return outcome
}
