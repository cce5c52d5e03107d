import { randomUUID } from 'node:crypto'
import type { Handlers } from '../calls/handler.ts'
import type { Context } from '../context.ts'
import { newEnrolmentCode } from '../stations/agents/enrolment.ts'
import { actOnce } from './audit.ts'
import { ownMachine } from './scope.ts'

/** Codes for a station's new agent: shown once, and written into the trail without themselves. */
export function enrolmentHandlers(context: Context): Handlers<'newEnrolment'> {
  return {
    newEnrolment: async ({ request, caller }) => {
      const { id: machineId } = await ownMachine(context.database, caller, request.machine_id)
      const act = { key: randomUUID(), act: 'enrolment-code-made', subject: machineId } as const
      const codes: string[] = []
      await actOnce(context, caller, act, async (tx) => {
        codes.push(await newEnrolmentCode({ ...context, database: tx }, machineId))
        return { machineId }
      })
      return { code: codes.join('') }
    },
  }
}
