import type { LocaleCode } from '../locales.ts'
import { type ScreenId, screenOf, screens } from './screens.ts'
import { isSignedIn, type StoredLogin } from './session.ts'

/** What the app knows when it is opened, or comes back to an address. */
export interface Launch {
  readonly path: string
  /** From the launch query, or kept from the scan before. */
  readonly machineId: string | null
  readonly login: StoredLogin | null
  readonly language: LocaleCode
  readonly nowMs: number
}

/** Where the app goes instead, and by which rule. */
export interface Relaunch {
  readonly rule: 'no-machine' | 'not-signed-in'
  readonly path: string
  readonly query: Readonly<Record<string, string>>
}

/** Addresses that need no machine (specification, point 2). */
const needNoMachine: readonly ScreenId[] = [
  'payCard',
  'paySuccess',
  'payFail',
  'orderDetail',
  'login',
  'selectLogin',
]

/** Opened without an account: signing in, what a card provider sends back to, and the shop window. */
const needNoAccount: readonly ScreenId[] = [
  'login',
  'selectLogin',
  'payCard',
  'paySuccess',
  'payFail',
  'mall',
]

interface LaunchRule {
  readonly rule: Relaunch['rule']
  applies(launch: Launch, screen: ScreenId | null): boolean
  target(launch: Launch): Pick<Relaunch, 'path' | 'query'>
}

const isOneOf = (ids: readonly ScreenId[], screen: ScreenId | null): boolean =>
  screen !== null && ids.includes(screen)

/** The rules in the order in which they are asked; the first that applies decides. */
export const launchRules: readonly LaunchRule[] = [
  {
    rule: 'no-machine',
    applies: ({ machineId }, screen) =>
      machineId === null && screen !== 'mall' && !isOneOf(needNoMachine, screen),
    target: () => ({ path: screens.mall.paths[0], query: {} }),
  },
  {
    rule: 'not-signed-in',
    applies: ({ login, nowMs }, screen) =>
      !isSignedIn(login, nowMs) && !isOneOf(needNoAccount, screen),
    target: ({ machineId, language }) => ({
      path: screens.selectLogin.paths[0],
      query: { ...(machineId !== null && { machine_id: machineId }), language },
    }),
  },
]

/** Where a launch must go instead, or null where it may stay. */
export function relaunchOf(launch: Launch): Relaunch | null {
  const screen = screenOf(launch.path)
  const found = launchRules.find((each) => each.applies(launch, screen))
  return found === undefined ? null : { rule: found.rule, ...found.target(launch) }
}
