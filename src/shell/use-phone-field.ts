import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
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

/** Until the deployment has answered, the specification's numbers. */
const useDeploymentPhones = () => useSettings()?.phones ?? 'specified'
