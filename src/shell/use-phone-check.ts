import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { isPhoneNumber } from '#core/commerce/validation/phone-number.ts'
import { phoneSchemaOf } from '#core/contract/entities/account.ts'
import { useSettings } from './calls/use-settings.ts'

/** A form's phone number: its schema in this deployment, and what is wrong with it in words. */
export function usePhoneField() {
  const { t } = useTranslation('store')
  const phones = useDeploymentPhones()
  const schema = useMemo(() => phoneSchemaOf(phones), [phones])
  const wordsOf = (kind: string) =>
    kind === 'phone-format' ? t('address.phoneFormat') : t('address.errors.phone')
  return { schema, wordsOf }
}

/** What is wrong with a phone number, in words; the server judges other countries' numbers. */
export function usePhoneCheck(): (phone: string) => string | undefined {
  const { t } = useTranslation('store')
  const phones = useDeploymentPhones()
  return (phone) => {
    if (phone.trim() === '') return t('address.errors.phone')
    if (phones === 'specified' && !isPhoneNumber(phone.trim())) return t('address.phoneFormat')
    return undefined
  }
}

/** Until the deployment has answered, the specification's numbers. */
const useDeploymentPhones = () => useSettings()?.phones ?? 'specified'
