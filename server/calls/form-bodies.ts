import { z } from 'zod'
import type { Service } from '#core/contract/service.ts'

const textFields = new Map<Service, ReadonlySet<string>>()

/**
 * Fields of a form as values: a form carries text, and a field whose schema is no text carries JSON.
 * What is no JSON stays text, for validation to refuse.
 */
export function readForm(service: Service, form: Readonly<Record<string, unknown>>): object {
  const text = textFields.get(service) ?? textFieldsOf(service)
  textFields.set(service, text)
  const read = ([name, value]: [string, unknown]) =>
    [name, text.has(name) || typeof value !== 'string' ? value : parsed(value)] as const
  return Object.fromEntries(Object.entries(form).map(read))
}

const describedSchema = z.object({
  properties: z.record(z.string(), z.object({ type: z.unknown().optional() })).optional(),
})

function textFieldsOf(service: Service): ReadonlySet<string> {
  const described = describedSchema.parse(
    z.toJSONSchema(service.request, { io: 'input', unrepresentable: 'any' }),
  )
  const fields = Object.entries(described.properties ?? {})
  return new Set(fields.filter(([, { type }]) => type === 'string').map(([name]) => name))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
