import { zodResolver } from '@hookform/resolvers/zod'
import {
  type Control,
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
  useForm as useHookForm,
} from 'react-hook-form'
import type { z } from 'zod'
import type { ErrorCode, Fault, Outcome } from '#core/errors.ts'
import { useJob } from '../jobs/use-job.ts'

export interface FormOptions<Values extends FieldValues, Output, Answer> {
  /** The contract's own schema of the request, or what of it this form asks for. */
  readonly schema: z.ZodType<Output, Values>
  readonly defaultValues: DefaultValues<Values>
  readonly send: (values: Output) => Promise<Outcome<Answer>>
  readonly onDone: (answer: Answer) => void
  /** The field that a refusal is about, where its code alone says so. */
  readonly fieldOf?: Partial<Record<ErrorCode, FieldPath<Values>>>
}

export interface Form<Values extends FieldValues, Output = Values> {
  readonly control: Control<Values, unknown, Output>
  readonly getValues: UseFormReturn<Values, unknown, Output>['getValues']
  readonly setFocus: UseFormReturn<Values, unknown, Output>['setFocus']
  readonly setValue: UseFormReturn<Values, unknown, Output>['setValue']
  /** For the form's `onSubmit`: checks, goes to the first wrong field or sends. */
  readonly submit: (event?: { preventDefault(): void }) => void
  readonly busy: boolean
  /** Why it could not be sent, where no field can say it. */
  readonly fault: Fault | null
}

/**
 * A form over a schema of the contract. Fields say what is wrong with them once the customer has
 * tried to send, and the first of them has the focus; what the server finds wrong with a field stands
 * beside that field as well.
 */
export function useForm<Values extends FieldValues, Output, Answer>({
  schema,
  defaultValues,
  send,
  onDone,
  fieldOf = {},
}: FormOptions<Values, Output, Answer>): Form<Values, Output> {
  const { run, running, fault } = useJob(send)
  const form = useHookForm<Values, unknown, Output>({
    resolver: zodResolver(schema),
    defaultValues,
  })
  const { control, getValues, setValue } = form
  /** The fields that can say a fault. */
  const refusedBy = ({ code, params }: Fault): readonly FieldPath<Values>[] => {
    const meant = fieldOf[code]
    if (meant !== undefined) return [meant]
    if (code !== 'fields-wrong') return []
    return (Object.keys(getValues()) as FieldPath<Values>[]).filter((name) => name in params)
  }
  const submit = form.handleSubmit(async (values) => {
    const answer = await run(values)
    if (answer.ok) return onDone(answer.value)
    const { code, params } = answer.fault
    for (const [index, name] of refusedBy(answer.fault).entries()) {
      const message = fieldOf[code] === undefined ? String(params[name]) : code
      form.setError(name, { type: 'custom', message }, { shouldFocus: index === 0 })
    }
  })
  return {
    control,
    getValues,
    setFocus: form.setFocus,
    setValue,
    submit: (event) => {
      event?.preventDefault()
      void submit()
    },
    busy: running,
    fault: fault === null || refusedBy(fault).length > 0 ? null : fault,
  }
}
