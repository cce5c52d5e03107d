import { describe, expect, it } from 'vitest'
import {
  contradictionsOf,
  seenInHoles,
  settleContradictions,
  withPieces,
} from '#core/imaging/tools/cut-out/people/doubts/contradictions.ts'
import type { HeadPlace } from '#core/imaging/tools/cut-out/people/heads/head-place.ts'
import type { FloatPlane } from '#core/pixels/raster.ts'
import { evenPlane } from '../../../made-pictures.ts'

describe('a contradiction between the look at the whole and closer ones', () => {
  /** A body, and a piece beside it of so many pixels a side that holds `value`. */
  const withPiece = (value: number, sidePx = 30): FloatPlane => {
    const plane = evenPlane(200, 200, 0)
    for (let y = 40; y < 160; y++) plane.values.fill(1, y * 200 + 40, y * 200 + 100)
    for (let y = 60; y < 60 + sidePx; y++) {
      plane.values.fill(value, y * 200 + 120, y * 200 + 120 + sidePx)
    }
    return plane
  }
  const inPiece = 75 * 200 + 135
  const votesOf = (value: number): FloatPlane => evenPlane(200, 200, value)

  const settle = (
    mask: FloatPlane,
    atWhole: FloatPlane,
    votes: FloatPlane | null,
    heads: readonly HeadPlace[] = [],
  ) => settleContradictions(contradictionsOf(mask, atWhole), mask, atWhole, votes, heads)

  it('goes back to the look at the whole where nothing else speaks for the closer ones', () => {
    const mask = withPiece(0.55)
    settle(mask, withPiece(0.1), null)
    expect(mask.values[inPiece]).toBeCloseTo(0.1)
    expect(mask.values[100 * 200 + 70]).toBe(1)
  })

  it('is settled for the closer ones alone where they are much surer than the look at the whole', () => {
    const [sure, unsure] = [withPiece(0.95), withPiece(0.75)]
    settle(sure, withPiece(0.4), null)
    settle(unsure, withPiece(0.4), null)
    expect(sure.values[inPiece]).toBeCloseTo(0.95)
    expect(unsure.values[inPiece]).toBeCloseTo(0.4)
  })

  it('is settled for the closer ones where they see somebody whose face was found', () => {
    const inside = { x: inPiece % 200, y: Math.floor(inPiece / 200), size: 10, angle: 0 }
    const [seen, unseen] = [withPiece(0.7), withPiece(0.3)]
    settle(seen, withPiece(0.1), null, [inside])
    settle(unseen, withPiece(0.8), null, [inside])
    expect(seen.values[inPiece]).toBeCloseTo(0.7)
    expect(unseen.values[inPiece]).toBeCloseTo(0.8)
  })

  it('is settled for the closer ones where they see the hair of such a face', () => {
    const [crown, aside] = [withPiece(0.7), withPiece(0.7)]
    settle(crown, withPiece(0.1), null, [{ x: 135, y: 105, size: 40, angle: 0 }])
    settle(aside, withPiece(0.1), null, [{ x: 75, y: 105, size: 40, angle: 0 }])
    expect(crown.values[inPiece]).toBeCloseTo(0.7)
    expect(aside.values[inPiece]).toBeCloseTo(0.1)
  })

  it('can be looked up where it was settled, as the closer looks had it', () => {
    const mask = withPiece(0.55)
    const closely = mask.values.slice()
    const contradictions = contradictionsOf(mask, withPiece(0.1))
    settle(mask, withPiece(0.1), null)
    expect(mask.values[inPiece]).toBeCloseTo(0.1)
    expect(withPieces(mask, closely, contradictions).values[inPiece]).toBeCloseTo(0.55)
    expect(mask.values[inPiece]).toBeCloseTo(0.1)
  })

  it('stays settled in a gap where the second network saw people whole, and nowhere else', () => {
    const [mask, closely] = [withPiece(0.1), withPiece(0.9).values]
    const contradictions = contradictionsOf(withPiece(0.9), withPiece(0.1))
    const head = { x: 20, y: 20, size: 20, angle: 0 }
    const seenBy = (votes: FloatPlane | null, size: number) =>
      seenInHoles(mask, { closely, contradictions, votes }, [{ ...head, size }]).values[inPiece]
    expect(seenBy(votesOf(0.2), 20)).toBeCloseTo(0.1)
    expect(seenBy(null, 20)).toBeCloseTo(0.9)
    expect(seenBy(votesOf(0.2), 60)).toBeCloseTo(0.9)
  })

  it('is settled by the second network', () => {
    const [taken, left] = [withPiece(0.9), withPiece(0.9)]
    settle(taken, withPiece(0.1), votesOf(0.9))
    settle(left, withPiece(0.1), votesOf(0))
    expect(taken.values[inPiece]).toBeCloseTo(0.9)
    expect(left.values[inPiece]).toBeCloseTo(0.1)
  })

  it('gives back what closer looks lack by a clear vote alone', () => {
    const lacking = (vote: number) => {
      const mask = withPiece(0.1)
      settle(mask, withPiece(0.9), votesOf(vote))
      return mask.values[inPiece]
    }
    expect(lacking(0.95)).toBeCloseTo(0.9)
    expect(lacking(0.7)).toBeCloseTo(0.1)
  })

  it('leaves small pieces, where edges are finer, to the closer looks', () => {
    const mask = withPiece(0.55, 4)
    settle(mask, withPiece(0.1, 4), null)
    expect(mask.values[61 * 200 + 121]).toBeCloseTo(0.55)
  })
})
