import { useAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { addressList } from '#core/contract/services/addresses.ts'
import { addressOf } from '#src/shell/addresses.ts'
import { Loaded } from '#src/shell/calls/Loaded.tsx'
import { useCall } from '#src/shell/calls/use-call.ts'
import { Page } from '#src/shell/page/Page.tsx'
import { addressFormAtom, emptyAddress } from '#src/state/address-form.ts'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { MapPinIcon, PlusIcon } from '#src/ui/icons.ts'
import { AddressCard } from './AddressCard.tsx'
import { AddressForm } from './AddressForm.tsx'
import styles from './AddressPage.module.css'

/** Receiving addresses: what is kept, and the form that writes one. */
export default function AddressPage() {
  const { t } = useTranslation('store')
  const [form, setForm] = useAtom(addressFormAtom)
  const { state, reload } = useCall(addressList, {})
  return (
    <Page
      title={t('address.pageTitle')}
      width="narrow"
      back={addressOf('orders')}
      onRefresh={reload}
    >
      {form !== null ? (
        <AddressForm written={form} onDone={() => setForm(null)} />
      ) : (
        <>
          <Loaded state={state} reload={reload}>
            {(addresses) =>
              addresses.length === 0 ? (
                <EmptyState
                  illustration={<MapPinIcon size={40} />}
                  title={t('address.none')}
                  text={t('address.noneText')}
                />
              ) : (
                <ul className={styles.list}>
                  {addresses.map((address) => (
                    <AddressCard
                      key={address.id}
                      address={address}
                      onEdit={() => setForm(address)}
                    />
                  ))}
                </ul>
              )
            }
          </Loaded>
          <Button
            variant="primary"
            size="large"
            stretch
            icon={<PlusIcon />}
            onClick={() => setForm(emptyAddress)}
          >
            {t('address.add')}
          </Button>
        </>
      )}
    </Page>
  )
}
