import { setTimeout as pause } from 'node:timers/promises'
import { type Blanks, blanksBegun } from '../contract/invariants.ts'
import { sendShoppers } from './customers.ts'
import { type Deployment, startDeployment, type Victim, victims } from './deployment.ts'
import { settle, workAsStaff } from './settle.ts'
import type { Mishaps } from './unreliable-proxy.ts'
import { judge, type Verdict } from './verdict.ts'

export interface Campaign {
  readonly folder: string
  readonly server: string
  readonly agent: string
  readonly printer: string
  readonly orders: number
  readonly kills: number
  readonly shoppers: number
}

/** What a campaign found, and what it did. */
export interface Found {
  readonly verdict: Verdict
  readonly kills: Readonly<Record<Victim, number>>
  readonly mishaps: Mishaps
  /** Null where everything came to an end. */
  readonly unsettled: string | null
  readonly seconds: number
  readonly output: string
}

const MISHAPS = 0.02
const SHEET_MS = 4
const LOOK_MS = 50
const STAFF_MS = 3000
/** Agents and printers die more often than the server, and the server more often than its database. */
const weights: Readonly<Record<Victim, number>> = { agent: 4, printer: 3, server: 2, database: 1 }
const lottery = victims.flatMap((victim) => Array<Victim>(weights[victim]).fill(victim))

/** Orders are placed, paid and printed while everything is killed by and by; then all is counted. */
export async function crash(campaign: Campaign): Promise<Found> {
  const began = Date.now()
  const deployment = await startDeployment({ ...campaign, mishaps: MISHAPS, sheetMs: SHEET_MS })
  try {
    const begun: readonly Blanks[] = await deployment.asking(({ pool }) => blanksBegun(pool))
    const { placed, done } = sendShoppers(deployment.url, campaign.orders, campaign.shoppers)
    let isOver = false
    const over = done.finally(() => {
      isOver = true
    })
    const staff = staffUntil(deployment, () => isOver)
    const kills = await killBy(deployment, campaign, () => (isOver ? null : placed.size))
    await Promise.all([over, staff])
    deployment.proxy.calm()
    const unsettled = await settle(deployment)
    const verdict = await judge(deployment, placed, begun)
    const { mishaps } = deployment.proxy
    const seconds = Math.round((Date.now() - began) / 1000)
    return { verdict, kills, mishaps, unsettled, seconds, output: deployment.output() }
  } finally {
    await deployment.stop()
  }
}

/** Staff comes by every few seconds. */
async function staffUntil(deployment: Deployment, isOver: () => boolean): Promise<void> {
  for (; !isOver(); await pause(STAFF_MS)) await workAsStaff(deployment)
}

/** Spreads the kills over the orders. @param placed null once there are no more */
async function killBy(
  deployment: Deployment,
  { orders, kills: wanted }: Campaign,
  placed: () => number | null,
): Promise<Record<Victim, number>> {
  const kills: Record<Victim, number> = { agent: 0, printer: 0, server: 0, database: 0 }
  for (let killed = 0; ; ) {
    const now = placed()
    if (now === null) return kills
    if (killed < wanted && now / orders >= (killed + Math.random()) / wanted) {
      const victim = lottery[Math.floor(Math.random() * lottery.length)] ?? 'agent'
      killed++
      kills[victim]++
      await deployment.kill(victim)
    }
    await pause(LOOK_MS)
  }
}

/** Whether a promise was broken. */
export const isSound = ({ verdict, unsettled }: Found): boolean =>
  unsettled === null &&
  verdict.moneyOffBy === 0 &&
  [verdict.lost, verdict.doubled, verdict.foreign, verdict.broken].every(
    (list) => list.length === 0,
  )
