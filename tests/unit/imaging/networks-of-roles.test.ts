import { describe, expect, it } from 'vitest'
import {
  createModelRegistry,
  type ModelCard,
  type ModelRole,
  type Network,
} from '#core/imaging/models.ts'
import { networksBy } from '#core/imaging/tool-definition.ts'
import shipped from '../../../models/person-body/model.json' with { type: 'json' }

const [found] = createModelRegistry([shipped]).cards
if (found === undefined) throw new Error('no card')
const card: ModelCard = found

function networkFor(answer: number): Network {
  const values = Float32Array.of(answer)
  const run = async () => ({ shape: [1, 1, 1, 1] as const, values })
  return { card, session: { run, release: async () => undefined } }
}
const input = { shape: [1, 1, 1, 1] as const, values: new Float32Array(1) }

describe('the networks of some roles', () => {
  it('are loaded one after the other, and each is had by its role', async () => {
    const events: string[] = []
    const answers: Partial<Record<ModelRole, number>> = { 'face/detect': 1, 'person/mask': 2 }
    const networks = networksBy(async (role) => {
      events.push(`${role} begins`)
      await Promise.resolve()
      events.push(`${role} is there`)
      return networkFor(answers[role] ?? 0)
    })
    const sessionOf = await networks(['face/detect', 'person/mask'])
    expect(events).toEqual([
      'face/detect begins',
      'face/detect is there',
      'person/mask begins',
      'person/mask is there',
    ])
    expect((await sessionOf('person/mask').run(input)).values[0]).toBe(2)
    expect((await sessionOf('face/detect').run(input)).values[0]).toBe(1)
    expect(() => sessionOf('person/body')).toThrow('person/body was not asked for')
  })

  it('are refused as a tool that cannot run where one of them is not there', async () => {
    const networks = networksBy(async (role) => (role === 'person/body' ? null : networkFor(1)))
    const asked = networks(['face/detect', 'person/body'])
    await expect(asked).rejects.toMatchObject({ fault: { code: 'tool-unavailable' } })
  })
})
