import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { fail } from '#core/errors.ts'
import { parseAddress, type Query } from '#core/launch/address.ts'
import { useFaultToast } from '#src/shell/fault-toast.ts'
import { claimAtom, keepPromotionAtom, machineIdAtom } from '#src/state/session.ts'

/** Takes machine, claim and who sent the customer out of a launch's address. */
export function useScan(): void {
  const { pathname, search } = useLocation()
  const { query } = parseAddress(pathname + search)
  const { machine_id: machineId, claim } = query
  usePromotion(query)
  const kept = useAtomValue(machineIdAtom)
  const setMachine = useSetAtom(machineIdAtom)
  const setClaim = useSetAtom(claimAtom)
  const tell = useFaultToast()
  useEffect(() => {
    if (machineId && machineId !== kept) setMachine(machineId)
  }, [machineId, kept, setMachine])
  useEffect(() => {
    if (!machineId || !claim) return
    const exchange = async () => {
      const scanned = await exchangedClaim(machineId, claim)
      if (scanned.ok) setClaim({ machineId, ...scanned.value.value })
      else tell(scanned.fault)
    }
    void exchange()
  }, [machineId, claim, setClaim, tell])
}

/** The calls are fetched only now; a launch without a claim needs none of them. */
async function exchangedClaim(machineId: string, claim: string) {
  try {
    const [{ call }, { scan }] = await Promise.all([
      import('#src/api/calls.ts'),
      import('#core/contract/services/machines.ts'),
    ])
    return await call(scan, { machine_id: machineId, claim })
  } catch (cause) {
    return fail('script-failed', { cause })
  }
}

function usePromotion({ promoter_id, Distribution }: Query): void {
  const keep = useSetAtom(keepPromotionAtom)
  useEffect(() => {
    if (promoter_id === undefined && Distribution === undefined) return
    keep({ ...(promoter_id && { promoter_id }), ...(Distribution && { Distribution }) })
  }, [promoter_id, Distribution, keep])
}
