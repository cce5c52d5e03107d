import { useAtom } from 'jotai'
import { type HTMLInputAutoCompleteAttribute, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import {
  type AddressErrors,
  type AddressField,
  addressErrors,
  addressFields,
} from '#core/commerce/validation/address.ts'
import { saveAddress } from '#core/contract/services/addresses.ts'
import type { Fault } from '#core/errors.ts'
import { call } from '#src/api/calls.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { addressOf } from '#src/shell/addresses.ts'
import { CallFailed } from '#src/shell/calls/Loaded.tsx'
import { usePhoneCheck } from '#src/shell/use-phone-check.ts'
import type { AddressForm as Form } from '#src/state/address-form.ts'
import { chosenPlaceAtom } from '#src/state/chosen-place.ts'
import { Button } from '#src/ui/Button.tsx'
import { MapTrifoldIcon } from '#src/ui/icons.ts'
import { Switch } from '#src/ui/Switch.tsx'
import { TextField } from '#src/ui/TextField.tsx'
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

interface AddressFormProps {
  readonly form: Form
  readonly onChange: (form: Form) => void
  readonly onDone: () => void
}

/** Every field says by itself what it lacks; the first wrong one gets the focus. */
export function AddressForm({ form, onChange, onDone }: AddressFormProps) {
  const { t } = useTranslation('store')
  const frame = useRef<HTMLFormElement>(null)
  const [tried, setTried] = useState(false)
  const { send, busy, fault } = useSave(form, onDone)
  const wordsOf = useErrorWords(form, tried, fault)
  const submit = () => {
    setTried(true)
    if (addressFields.every((field) => wordsOf(field, true) === undefined)) return void send()
    requestAnimationFrame(() =>
      frame.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    )
  }
  const fieldOf = (field: AddressField) => (
    <TextField
      key={field}
      label={t(`address.fields.${field}`)}
      autoComplete={completions[field]}
      {...(field === 'phone' && { type: 'tel', dir: 'ltr' })}
      {...(field === 'email' && { type: 'email', dir: 'ltr' })}
      value={form[field]}
      error={wordsOf(field)}
      onChange={(text) => onChange({ ...form, [field]: text })}
    />
  )
  return (
    <form
      ref={frame}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {fault !== null && fault.code !== 'fields-wrong' && <CallFailed fault={fault} />}
      <Place form={form} onChange={onChange} />
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
      <Switch
        label={t('address.makeDefault')}
        checked={form.isDefault}
        onChange={(isDefault) => onChange({ ...form, isDefault })}
      />
      <div className={styles.ends}>
        <Button variant="ghost" onClick={onDone}>
          {t('address.cancel')}
        </Button>
        <Button type="submit" variant="primary" loading={busy}>
          {t('address.save')}
        </Button>
      </div>
    </form>
  )
}

/** The eight messages of the specification, and the phone number's form. */
function useErrorWords(form: Form, tried: boolean, fault: Fault | null) {
  const { t } = useTranslation('store')
  const phoneWords = usePhoneCheck()
  const errors: AddressErrors = addressErrors(form)
  const refused = fault?.code === 'fields-wrong' ? fault.params : {}
  return (field: AddressField, always = false): string | undefined => {
    if (!tried && !always) return undefined
    if (field === 'phone') return phoneWords(form.phone)
    if (errors[field] !== undefined) return t(`address.errors.${field}`)
    return field in refused && !always ? t('address.checkField') : undefined
  }
}

function useSave(form: Form, onDone: () => void) {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<Fault | null>(null)
  const send = async () => {
    setBusy(true)
    setFault(null)
    const { id, ...fields } = form
    const answer = await call(saveAddress, { ...fields, ...(id !== null && { id }) })
    setBusy(false)
    if (answer.ok) onDone()
    else setFault(answer.fault)
  }
  return { send, busy, fault }
}

/** Where it lies on the map: chosen there, and brought back. */
function Place({ form, onChange }: Omit<AddressFormProps, 'onDone'>) {
  const { t } = useTranslation('store')
  const { number } = useFormats()
  const navigate = useNavigate()
  const [chosen, setChosen] = useAtom(chosenPlaceAtom)
  useEffect(() => {
    if (chosen === null) return
    onChange({ ...form, ...chosen })
    setChosen(null)
  }, [chosen, setChosen, form, onChange])
  return (
    <div className={styles.place}>
      <Button
        icon={<MapTrifoldIcon />}
        onClick={() => void navigate(addressOf('chooseLocation', { for: 'address' }))}
      >
        {t('address.onMap')}
      </Button>
      {form.latitude !== null && form.longitude !== null && (
        <span dir="ltr">
          {number(form.latitude, 5)}, {number(form.longitude, 5)}
        </span>
      )}
    </div>
  )
}
