import { type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { Switch } from '#src/ui/Switch.tsx'
import type { Form } from './use-form.ts'

interface FormSwitchProps<Values extends FieldValues, Output> {
  readonly form: Pick<Form<Values, Output>, 'control'>
  readonly name: FieldPath<Values>
  readonly label: string
}

/** A yes or no of a {@link useForm}. */
export function FormSwitch<Values extends FieldValues, Output>({
  form,
  name,
  label,
}: FormSwitchProps<Values, Output>) {
  const { field } = useController({ control: form.control, name })
  return <Switch label={label} checked={Boolean(field.value)} onChange={field.onChange} />
}
