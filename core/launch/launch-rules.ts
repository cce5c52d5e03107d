import { isSignedIn, type LaunchSession } from '../session/session.ts'
import { formatAddress, type Query } from './address.ts'
import { launchLanguage } from './language-rules.ts'
import { type ScreenId, screenOf, screens } from './screens.ts'

/** What the app knows when it is opened, shown again, or comes to an address. */
export interface Launch {
  /** Whether the app is opened here, or its customer came here from another of its screens. */
  readonly opened: boolean
  readonly path: string
  readonly query: Query
  readonly session: LaunchSession
  readonly nowMs: number
}

/** Where the app goes instead, and by which rule. */
export interface Relaunch {
  readonly rule: 'no-machine' | 'station-needed' | 'not-signed-in' | 'token-refused'
  readonly path: string
  readonly query: Query
}

/** Addresses that need no machine (specification, point 2), and the map where one is chosen. */
const needNoMachine: readonly ScreenId[] = [
  'chooseLocation',
  'openLocation',
  'payCard',
  'paySuccess',
  'payFail',
  'orderDetail',
  'login',
  'selectLogin',
  'staff',
  'partner',
]

/** Open to visitors: signing in, what a card provider sends back to, the shop window, the map. */
const needNoAccount: readonly ScreenId[] = [
  'chooseLocation',
  'openLocation',
  'login',
  'selectLogin',
  'payCard',
  'paySuccess',
  'payFail',
  'mall',
  'staff',
  'partner',
]

interface LaunchRule {
  readonly rule: Relaunch['rule']
  applies(launch: Launch, screen: ScreenId | null): boolean
  target(launch: Launch): Pick<Relaunch, 'path' | 'query'>
}

const isOneOf = (ids: readonly ScreenId[], screen: ScreenId | null): boolean =>
  screen !== null && ids.includes(screen)

/** The machine of a launch: the scanned one, else the one scanned before, else null. */
export const machineOf = ({ query, session }: Pick<Launch, 'query' | 'session'>): string | null =>
  query['machine_id']?.trim() || session.machineId?.trim() || null

const lacksMachine = (launch: Launch, screen: ScreenId | null): boolean =>
  machineOf(launch) === null && screen !== 'mall' && !isOneOf(needNoMachine, screen)

const toSelectLogin = (launch: Launch): Pick<Relaunch, 'path' | 'query'> => {
  const machineId = machineOf(launch)
  const language = launchLanguage(launch.session, launch.query).code
  return {
    path: screens.selectLogin.paths[0],
    query: { ...(machineId !== null && { machine_id: machineId }), language },
  }
}

/** The rules in the order in which they are asked; the first that applies decides. */
export const launchRules: readonly LaunchRule[] = [
  {
    rule: 'no-machine',
    applies: (launch, screen) => launch.opened && lacksMachine(launch, screen),
    target: () => ({ path: screens.mall.paths[0], query: {} }),
  },
  {
    rule: 'station-needed',
    applies: (launch, screen) => screen !== null && lacksMachine(launch, screen),
    target: ({ path, query }) => ({
      path: screens.chooseLocation.paths[0],
      query: { next: formatAddress({ path, query }) },
    }),
  },
  {
    rule: 'not-signed-in',
    applies: ({ session, nowMs }, screen) =>
      !isSignedIn(session.login, nowMs) && !isOneOf(needNoAccount, screen),
    target: toSelectLogin,
  },
  {
    rule: 'token-refused',
    applies: ({ session }, screen) => session.tokenRefused && !isOneOf(needNoAccount, screen),
    target: toSelectLogin,
  },
]

/** Where a launch must go instead, or null where it may stay. */
export function relaunchOf(launch: Launch): Relaunch | null {
  const screen = screenOf(launch.path)
  const found = launchRules.find((each) => each.applies(launch, screen))
  return found === undefined ? null : { rule: found.rule, ...found.target(launch) }
}
