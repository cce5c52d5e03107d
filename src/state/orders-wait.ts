import { atom } from 'jotai'
import { hintedWaitingOrders, onWaitingHint } from '../storage/waiting-hint.ts'

const waitAtom = atom(hintedWaitingOrders())
waitAtom.onMount = (set) => onWaitingHint(() => set(hintedWaitingOrders()))

/** Whether orders wait on this device; what they are comes with code that few visits need. */
export const ordersWaitAtom = atom((get) => get(waitAtom))
