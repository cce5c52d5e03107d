import { atom } from 'jotai'
import { type StoredLogin, storageKeyOf } from '#core/session/session.ts'
import { storedFields } from '#core/session/stored-fields.ts'
import { onLogin, storedLogin, storeLogin } from '#src/session/stored-login.ts'
import { readStored, writeStored } from '../storage/local-storage.ts'
import { readTabValue, writeTabValue } from '../storage/tab-storage.ts'

const loginState = atom<StoredLogin | null>(storedLogin())
loginState.onMount = (set) => onLogin(() => set(storedLogin()))

/** Who is signed in on this device; writing signs in or out. */
export const loginAtom = atom(
  (get) => get(loginState),
  (_get, set, login: Omit<StoredLogin, 'storedAtMs'> | null) => {
    set(loginState, storeLogin(login))
    set(tokenRefusedAtom, false)
  },
)

/** Whether the server refused the stored token when the app was shown. */
export const tokenRefusedAtom = atom(false)

/** Whether the modal of a refused call is open; the launch rules wait for its answer. */
export const sessionEndedAtom = atom(false)

const machineKey = storageKeyOf('machine')
const machineState = atom<string | null>(readStored(machineKey))

/** The machine that was scanned or chosen; kept for the next visit. */
export const machineIdAtom = atom(
  (get) => get(machineState),
  (_get, set, machineId: string) => {
    writeStored(machineKey, machineId)
    set(machineState, machineId)
  },
)

/** The claim of a scan, exchanged for one that holds for this session (decisions, "Machines"). */
export interface Claim {
  readonly machineId: string
  readonly claim: string
  readonly validUntilMs: number
}

const claimKey = storageKeyOf('claim')
const claimState = atom<Claim | null>(readClaim())

/** Kept in this tab only: printing needs that somebody stood at the machine. */
export const claimAtom = atom(
  (get) => get(claimState),
  (_get, set, claim: Claim) => {
    set(claimState, claim)
    writeTabValue(claimKey, JSON.stringify(claim))
  },
)

function readClaim(): Claim | null {
  const kept = storedFields(readTabValue(claimKey))
  const [machineId, claim] = [kept.text('machineId'), kept.text('claim')]
  const validUntilMs = kept.number('validUntilMs') ?? 0
  if (machineId === null || claim === null || validUntilMs <= Date.now()) return null
  return { machineId, claim, validUntilMs }
}

/** What a launch says of who sent the customer; sent along with their orders. */
export interface Promotion {
  readonly promoter_id: string
  readonly Distribution: string
}

const promotionKey = storageKeyOf('promotion')

/** Kept in this tab only. */
export const promotionAtom = atom<Promotion>(readPromotion())

/** Takes over what the launch says; what it leaves out stays as it was. */
export const keepPromotionAtom = atom(null, (get, set, said: Partial<Promotion>) => {
  const promotion = { ...get(promotionAtom), ...said }
  set(promotionAtom, promotion)
  writeTabValue(promotionKey, JSON.stringify(promotion))
})

function readPromotion(): Promotion {
  const kept = storedFields(readTabValue(promotionKey))
  return {
    promoter_id: kept.text('promoter_id') ?? '',
    Distribution: kept.text('Distribution') ?? '',
  }
}
