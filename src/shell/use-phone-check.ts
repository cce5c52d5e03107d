import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isPhoneNumber } from '#core/commerce/validation/phone-number.ts'
import type { Settings } from '#core/contract/settings.ts'
import { deploymentSettings } from '#src/api/settings.ts'

/** What is wrong with a phone number, in words; the server judges other countries' numbers. */
export function usePhoneCheck(): (phone: string) => string | undefined {
  const { t } = useTranslation('store')
  const [phones, setPhones] = useState<Settings['phones']>('specified')
  useEffect(() => {
    deploymentSettings().then(
      (settings) => setPhones(settings.phones),
      () => {
        // The server checks again.
      },
    )
  }, [])
  return (phone) => {
    if (phone.trim() === '') return t('address.errors.phone')
    if (phones === 'specified' && !isPhoneNumber(phone.trim())) return t('address.phoneFormat')
    return undefined
  }
}
