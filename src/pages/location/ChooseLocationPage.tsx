import { useAtom, useSetAtom } from 'jotai'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import type { AnswerOf } from '#core/contract/service.ts'
import { shopList } from '#core/contract/services/machines.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { addressOf } from '#src/shell/addresses.ts'
import { Loaded } from '#src/shell/calls/Loaded.tsx'
import { useCall } from '#src/shell/calls/use-call.ts'
import { useSettings } from '#src/shell/calls/use-settings.ts'
import { useFaultToast } from '#src/shell/fault-toast.ts'
import { Page } from '#src/shell/page/Page.tsx'
import { patient } from '#src/shell/patient.ts'
import { stateWords, toneOfState } from '#src/shell/station-words.ts'
import { type ChosenPlace, chosenPlaceAtom } from '#src/state/chosen-place.ts'
import { machineIdAtom } from '#src/state/session.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { CrosshairIcon } from '#src/ui/icons.ts'
import { NumberField } from '#src/ui/NumberField.tsx'
import { addressAfterChoice } from './after-choice.ts'
import styles from './Location.module.css'
import { useHere } from './use-here.ts'

const MapView = lazy(patient(() => import('./MapView.tsx')))

type Shop = AnswerOf<typeof shopList>[number]

/** Chooses a station, or with `for=address` a place for a receiving address. */
export default function ChooseLocationPage() {
  const { t } = useTranslation('store')
  const [parameters] = useSearchParams()
  const forAddress = parameters.get('for') === 'address'
  const [here, setHere] = useState<ChosenPlace | null>(null)
  const { state, reload } = useCall(shopList, here ?? {}, { keepPrevious: true })
  const shops = state.kind === 'ready' ? state.value : []
  const { chooseShop, choosePlace } = useChoices()
  const settings = useSettings()
  const tiles = settings?.tiles ?? null
  // An address is chosen on a map or not at all: nobody knows their latitude.
  if (forAddress && settings !== null && tiles === null) {
    return <Navigate to={addressOf('address')} replace />
  }
  return (
    <Page title={t(forAddress ? 'location.place' : 'location.station')} onRefresh={reload}>
      <FindMe onFound={setHere} />
      {tiles !== null && (
        <Suspense fallback={<div className={styles.map} />}>
          <MapView
            tiles={tiles}
            label={t('location.map')}
            places={shops.map((shop) => ({ ...shop, id: shop.machine_id }))}
            chosen={here}
            onChoose={(latitude, longitude, place) => {
              const shop = shops.find(({ machine_id }) => machine_id === place?.id)
              if (shop && !forAddress) chooseShop(shop)
              else setHere({ latitude, longitude })
            }}
          />
        </Suspense>
      )}
      {forAddress ? (
        <Coordinates place={here} onChange={setHere} onDone={choosePlace} />
      ) : (
        <Loaded state={state} reload={reload}>
          {(found) => <Stations shops={found} onChoose={chooseShop} />}
        </Loaded>
      )}
    </Page>
  )
}

function useChoices() {
  const navigate = useNavigate()
  const [parameters] = useSearchParams()
  const setMachine = useSetAtom(machineIdAtom)
  const setPlace = useSetAtom(chosenPlaceAtom)
  return {
    chooseShop: (shop: Shop) => {
      setMachine(shop.machine_id)
      void navigate(addressAfterChoice(parameters.get('next')), { replace: true })
    },
    choosePlace: (place: ChosenPlace) => {
      setPlace(place)
      void navigate(addressOf('address'), { replace: true })
    },
  }
}

function FindMe({ onFound }: { onFound: (place: ChosenPlace) => void }) {
  const { t } = useTranslation('store')
  const { ask, busy } = useHere()
  const tell = useFaultToast()
  const find = async () => {
    const found = await ask()
    if (found.ok) onFound(found.value)
    else tell(found.fault)
  }
  return (
    <div className={styles.ways}>
      <Button icon={<CrosshairIcon />} loading={busy} onClick={() => void find()}>
        {t('location.findMe')}
      </Button>
    </div>
  )
}

interface StationsProps {
  readonly shops: readonly Shop[]
  readonly onChoose: (shop: Shop) => void
}

function Stations({ shops, onChoose }: StationsProps) {
  const { t } = useTranslation('store')
  const { distance } = useFormats()
  const [machineId] = useAtom(machineIdAtom)
  return (
    <ul className={styles.list}>
      {shops.map((shop) => (
        <li key={shop.machine_id}>
          <button
            type="button"
            className={styles.station}
            aria-current={shop.machine_id === machineId}
            onClick={() => onChoose(shop)}
          >
            <span className={styles.name}>
              <bdi>{shop.name}</bdi>
              <Badge tone={toneOfState[shop.state]}>{stateWords(t, shop.state)}</Badge>
            </span>
            <span className={styles.detail}>
              <bdi>{shop.address}</bdi>
              {shop.distanceM !== null && ` · ${distance(shop.distanceM)}`}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

interface CoordinatesProps {
  readonly place: ChosenPlace | null
  readonly onChange: (place: ChosenPlace) => void
  readonly onDone: (place: ChosenPlace) => void
}

/** The map's keyboard: the numbers themselves. */
function Coordinates({ place, onChange, onDone }: CoordinatesProps) {
  const { t } = useTranslation('store')
  const shown = place ?? { latitude: 0, longitude: 0 }
  return (
    <>
      <div className={styles.pair}>
        <NumberField
          label={t('location.latitude')}
          min={-90}
          max={90}
          decimals={5}
          value={place?.latitude ?? null}
          onChange={(latitude) => onChange({ ...shown, latitude: latitude ?? 0 })}
        />
        <NumberField
          label={t('location.longitude')}
          min={-180}
          max={180}
          decimals={5}
          value={place?.longitude ?? null}
          onChange={(longitude) => onChange({ ...shown, longitude: longitude ?? 0 })}
        />
      </div>
      <Button
        variant="primary"
        size="large"
        stretch
        disabled={place === null}
        onClick={() => place !== null && onDone(place)}
      >
        {t('location.use')}
      </Button>
    </>
  )
}
