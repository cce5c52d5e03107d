import { useAtomValue } from 'jotai'
import { stockNeed } from '#core/catalogue/stock-item.ts'
import { machineDetail, stockList } from '#core/contract/services/machines.ts'
import type { Product } from '#core/design/document.ts'
import { useCall } from '#src/shell/calls/use-call.ts'
import { canPrint } from '#src/shell/station-words.ts'
import { machineIdAtom } from '#src/state/session.ts'

/** Whether the station can print a product now; `unknown` until it has answered. */
export type StockState =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'available'; readonly left: number | null }
  | { readonly kind: 'none' }
  | { readonly kind: 'station'; readonly name: string }

/** What the station that was scanned has of a product; nothing is known without a station. */
export function useStock(product: Product | null): StockState {
  const machineId = useAtomValue(machineIdAtom)
  const request = machineId === null ? null : { machine_id: machineId }
  const { state: stock } = useCall(stockList, request)
  const { state: machine } = useCall(machineDetail, request)
  if (product === null || stock.kind !== 'ready' || machine.kind !== 'ready') {
    return { kind: 'unknown' }
  }
  const { state, prints, name } = machine.value
  if (!canPrint(state) || !prints.includes(product.kind)) return { kind: 'station', name }
  const need = stockNeed(product)
  if (need.kind === 'none') return { kind: 'available', left: null }
  const left =
    need.kind === 'item' ? stock.value.find(({ item }) => item === need.item)?.available : undefined
  return left === undefined || left === 0 ? { kind: 'none' } : { kind: 'available', left }
}
