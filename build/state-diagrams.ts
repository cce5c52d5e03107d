import { readFile, writeFile } from 'node:fs/promises'
import { orderTransitions, placedOrder } from '../core/commerce/orders/order-transitions.ts'
import { paymentStates, paymentTransitions } from '../core/commerce/payments/payment-transitions.ts'

/** Mermaid takes no hyphen in a state's id. */
const id = (state: string): string => state.replaceAll('-', '_')

const named = (states: Iterable<string>): string[] =>
  [...new Set(states)].filter((state) => state.includes('-')).map((s) => `  ${id(s)} : ${s}`)

const diagram = (lines: readonly string[]): string =>
  ['```mermaid', 'stateDiagram-v2', ...lines, '```'].join('\n')

/** Arrows between the same two states are one, with all that leads along it. */
function arrows(steps: readonly (readonly [from: string, to: string, by: string])[]): string[] {
  const joined = new Map<string, Set<string>>()
  for (const [from, to, by] of steps) {
    const way = `  ${id(from)} --> ${id(to)}`
    joined.set(way, (joined.get(way) ?? new Set()).add(by))
  }
  return [...joined].map(([way, by]) => `${way} : ${[...by].join(', ')}`)
}

/** The payments' table as a diagram. */
export function paymentDiagram(): string {
  const steps = paymentStates.flatMap((from) =>
    Object.entries(paymentTransitions[from]).map(
      ([what, { to, ask }]) => [from, to, ask ? `${what} / ask ${ask}` : what] as const,
    ),
  )
  return diagram(['  [*] --> started', ...named(paymentStates), ...arrows(steps)])
}

/** The orders' table as a diagram. */
export function orderDiagram(): string {
  const steps = orderTransitions.flatMap(({ from, event, to }) =>
    from.map((stage) => [stage, to.stage, event] as const),
  )
  const stages = steps.flatMap(([from, to]) => [from, to])
  return diagram([`  [*] --> ${id(placedOrder.stage)}`, ...named(stages), ...arrows(steps)])
}

/** Every page that holds a diagram, and which. */
export const diagrams = {
  'docs/orders.md': orderDiagram,
  'docs/payments.md': paymentDiagram,
} as const

/** A page's text with its diagram as the table has it now. */
export const withDiagram = (page: string, drawn: string): string =>
  page.replace(/```mermaid\n[\s\S]*?```/, () => drawn)

if (process.argv[1]?.endsWith('state-diagrams.ts')) {
  for (const [path, draw] of Object.entries(diagrams)) {
    await writeFile(path, withDiagram(await readFile(path, 'utf8'), draw()))
  }
}
