import { useAtom } from 'jotai'
import { type HTMLInputAutoCompleteAttribute, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { z } from 'zod'
import type { AddressField } from '#core/commerce/validation/address.ts'
import { addressSchema } from '#core/contract/entities/order.ts'
import { saveAddress } from '#core/contract/services/addresses.ts'
import { write } from '#src/api/cached-calls.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { addressOf } from '#src/shell/addresses.ts'
import { CallFailed } from '#src/shell/calls/Loaded.tsx'
import { useSettings } from '#src/shell/calls/use-settings.ts'
import { FormSwitch } from '#src/shell/forms/FormSwitch.tsx'
import { FormTextField } from '#src/shell/forms/FormTextField.tsx'
import { type Form, useForm } from '#src/shell/forms/use-form.ts'
import { usePhoneField } from '#src/shell/use-phone-field.ts'
import { addressFormAtom, type AddressForm as Written } from '#src/state/address-form.ts'
import { chosenPlaceAtom } from '#src/state/chosen-place.ts'
import { Button } from '#src/ui/Button.tsx'
import { MapTrifoldIcon } from '#src/ui/icons.ts'
import styles from './AddressPage.module.css'

const completions: Readonly<Record<AddressField, HTMLInputAutoCompleteAttribute>> = {
  recipient: 'name',
  phone: 'tel',
  country: 'country-name',
  province: 'address-level1',
  city: 'address-level2',
  detail: 'street-address',
  postalCode: 'postal-code',
  email: 'email',
}

type Values = z.input<typeof saveAddress.request>
type AddressOf = Form<Values, z.output<typeof saveAddress.request>>

interface AddressFormProps {
  readonly written: Written
  readonly onDone: () => void
}

/** Every field says by itself what it lacks; the first wrong one gets the focus. */
export function AddressForm({ written, onDone }: AddressFormProps) {
  const { t } = useTranslation('store')
  const phone = usePhoneField()
  const place = useChosenPlace()
  const { id, ...values } = { ...written, ...place }
  const form: AddressOf = useForm({
    schema: saveAddress.request.extend({ phone: phone.schema }),
    defaultValues: { ...values, ...(id !== null && { id }) },
    send: (request) => write(saveAddress, request),
    onDone,
  })
  const fieldOf = (field: AddressField) => <Field key={field} form={form} field={field} />
  return (
    <form className={styles.form} noValidate onSubmit={form.submit}>
      {form.fault !== null && <CallFailed fault={form.fault} />}
      <Place form={form} id={id} />
      {fieldOf('recipient')}
      {fieldOf('phone')}
      <div className={styles.pair}>
        {fieldOf('country')}
        {fieldOf('province')}
      </div>
      <div className={styles.pair}>
        {fieldOf('city')}
        {fieldOf('postalCode')}
      </div>
      {fieldOf('detail')}
      {fieldOf('email')}
      <FormSwitch form={form} name="isDefault" label={t('address.makeDefault')} />
      <div className={styles.ends}>
        <Button variant="ghost" onClick={onDone}>
          {t('address.cancel')}
        </Button>
        <Button type="submit" variant="primary" loading={form.busy}>
          {t('address.save')}
        </Button>
      </div>
    </form>
  )
}

/** The specification's eight messages, and what else the contract and the server may find. */
function Field({ form, field }: { form: AddressOf; field: AddressField }) {
  const { t } = useTranslation('store')
  const { wordsOf: phoneWords } = usePhoneField()
  const wordsOf = (kind: string, typed: string) => {
    if (kind === 'too-many') return t('address.tooMany')
    if (field === 'phone') return phoneWords(kind)
    if (typed.trim() === '') return t(`address.errors.${field}`)
    return field === 'email' ? t('address.emailFormat') : undefined
  }
  const { maxLength } = addressSchema.shape[field]
  return (
    <FormTextField
      form={form}
      name={field}
      label={t(`address.fields.${field}`)}
      wordsOf={wordsOf}
      autoComplete={completions[field]}
      {...(maxLength !== null && { maxLength })}
      {...(field === 'phone' && { type: 'tel', dir: 'ltr' })}
      {...(field === 'email' && { type: 'email', dir: 'ltr' })}
    />
  )
}

/** What was chosen on the map, once. */
function useChosenPlace() {
  const [chosen, setChosen] = useAtom(chosenPlaceAtom)
  const [place] = useState(chosen)
  if (chosen !== null) setChosen(null)
  return place
}

/** Where it lies on the map, where the deployment has one: chosen there, and brought back. */
function Place({ form, id }: { form: AddressOf; id: string | null }) {
  const { t } = useTranslation('store')
  const { number } = useFormats()
  const navigate = useNavigate()
  const [written, keep] = useAtom(addressFormAtom)
  const hasMap = (useSettings()?.tiles ?? null) !== null
  const { latitude = null, longitude = null } = form.getValues()
  const toMap = () => {
    const values = form.getValues()
    if (written !== null)
      keep({ ...written, ...values, id, isDefault: values.isDefault ?? false, latitude, longitude })
    void navigate(addressOf('chooseLocation', { for: 'address' }))
  }
  if (!hasMap) return null
  return (
    <div className={styles.place}>
      <Button icon={<MapTrifoldIcon />} onClick={toMap}>
        {t('address.onMap')}
      </Button>
      {latitude !== null && longitude !== null && (
        <span dir="ltr">
          {number(latitude, 5)}, {number(longitude, 5)}
        </span>
      )}
    </div>
  )
}
