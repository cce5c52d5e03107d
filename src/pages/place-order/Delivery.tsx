import { useAtom } from 'jotai'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { SavedAddress } from '#core/contract/entities/order.ts'
import { addressList } from '#core/contract/services/addresses.ts'
import { AddressText } from '#src/order/AddressText.tsx'
import { addressLines } from '#src/order/address-lines.ts'
import { addressOf } from '#src/shell/addresses.ts'
import { Loaded } from '#src/shell/calls/Loaded.tsx'
import { useCall } from '#src/shell/calls/use-call.ts'
import { orderRequestAtom } from '#src/state/order-request.ts'
import { buttonClass } from '#src/ui/Button.tsx'
import { ChoiceCards } from '#src/ui/ChoiceCards.tsx'
import { MapPinIcon, PackageIcon, PlusIcon } from '#src/ui/icons.ts'
import { SegmentedControl } from '#src/ui/SegmentedControl.tsx'
import styles from './Delivery.module.css'

/** Picked up at the station, or sent to an address. */
export function Delivery() {
  const { t } = useTranslation('store')
  const [request, setRequest] = useAtom(orderRequestAtom)
  return (
    <section className={styles.section}>
      <SegmentedControl
        label={t('place.delivery')}
        showLabel
        value={request.pickup ? 'pickup' : 'send'}
        onChange={(way) => setRequest({ ...request, pickup: way === 'pickup' })}
        options={[
          { value: 'pickup', label: t('place.pickup'), icon: <MapPinIcon /> },
          { value: 'send', label: t('place.send'), icon: <PackageIcon /> },
        ]}
      />
      {request.pickup ? <p className={styles.hint}>{t('place.pickupText')}</p> : <Addresses />}
    </section>
  )
}

function Addresses() {
  const { t } = useTranslation('store')
  const { state, reload } = useCall(addressList, {})
  return (
    <>
      <Loaded state={state} reload={reload} lines={2}>
        {(addresses) =>
          addresses.length === 0 ? (
            <p className={styles.hint}>{t('place.noAddress')}</p>
          ) : (
            <ChooseAddress addresses={addresses} />
          )
        }
      </Loaded>
      <Link className={buttonClass({})} to={addressOf('address')}>
        <PlusIcon aria-hidden="true" />
        {t('place.newAddress')}
      </Link>
    </>
  )
}

function ChooseAddress({ addresses }: { addresses: readonly SavedAddress[] }) {
  const { t } = useTranslation('store')
  const [request, setRequest] = useAtom(orderRequestAtom)
  const chosen = addresses.find(({ id }) => id === request.addressId) ?? null
  const first = addresses[0]?.id
  useEffect(() => {
    if (chosen === null && first !== undefined) setRequest((old) => ({ ...old, addressId: first }))
  }, [chosen, first, setRequest])
  return (
    <ChoiceCards
      label={t('place.address')}
      look="row"
      minSize="14rem"
      value={chosen?.id ?? null}
      onChange={(addressId) => setRequest({ ...request, addressId })}
      options={addresses.map((address) => ({
        value: address.id,
        label: address.recipient,
        note: <AddressText lines={addressLines(address)} />,
      }))}
    />
  )
}
