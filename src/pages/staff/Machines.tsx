import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StaffMachine } from '#core/contract/entities/staff.ts'
import {
  clearFaults,
  newEnrolment,
  setMaintenance,
  staffMachines,
} from '#core/contract/services/staff.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { Loaded } from '#src/shell/calls/Loaded.tsx'
import { useCall } from '#src/shell/calls/use-call.ts'
import { stateWords, toneOfState } from '#src/shell/station-words.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Faults } from './Faults.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'
import styles from './Staff.module.css'
import { Stock } from './Stock.tsx'
import { useAct } from './use-act.ts'

const AGAIN_MS = 10_000

/** One's machines, looked at again every ten seconds. @param canAct partners only look */
export function Machines({ canAct = false }: { readonly canAct?: boolean }) {
  const { state, reload } = useCall(staffMachines, {}, { everyMs: AGAIN_MS })
  return (
    <Loaded state={state} reload={reload}>
      {(machines) => (
        <ul className={styles.cards}>
          {machines.map((machine) => (
            <MachineCard key={machine.machine_id} machine={machine} canAct={canAct} />
          ))}
        </ul>
      )}
    </Loaded>
  )
}

interface MachineProps {
  readonly machine: StaffMachine
  readonly canAct: boolean
}

function MachineCard({ machine, canAct }: MachineProps) {
  const { t } = useTranslation(['staff', 'store'])
  const { t: store } = useTranslation('store')
  const { ago, number } = useFormats()
  const [stock, setStock] = useState(false)
  const { machine_id, name, state, faults, lastSeenAtMs, waiting, held, unknown } = machine
  return (
    <li className={styles.card} data-machine={machine_id}>
      <div className={styles.line}>
        <h2 className={styles.cardTitle}>
          <bdi>{name}</bdi> <bdi className={styles.soft}>{machine_id}</bdi>
        </h2>
        <Badge tone={toneOfState[state]}>{stateWords(store, state)}</Badge>
      </div>
      <Faults faults={faults} />
      <p className={styles.soft}>
        {lastSeenAtMs === null ? t('neverSeen') : t('lastSeen', { when: ago(lastSeenAtMs) })}
      </p>
      <p>
        {t('queue', { waiting: number(waiting), held: number(held), unknown: number(unknown) })}
      </p>
      <div className={styles.buttons}>
        <Button size="small" onClick={() => setStock(true)}>
          {t('stock')}
        </Button>
        {canAct && <MachineActs machine={machine} />}
      </div>
      {stock && (
        <Dialog
          open
          onOpenChange={() => setStock(false)}
          title={`${t('stock')} · ${name}`}
          closeLabel={t('store:page.close')}
        >
          <Stock machineId={machine_id} canAct={canAct} />
        </Dialog>
      )}
    </li>
  )
}

function MachineActs({ machine }: { readonly machine: StaffMachine }) {
  const { t } = useTranslation(['staff', 'store'])
  const [asking, setAsking] = useState<'maintenance' | 'faults' | null>(null)
  const { machine_id, maintenance, faults } = machine
  const close = () => setAsking(null)
  const toggled = t(maintenance ? 'acts.maintenance-ended' : 'acts.maintenance-set')
  const setting = useAct(setMaintenance, { words: toggled, onDone: close })
  const clearing = useAct(clearFaults, { words: t('acts.faults-cleared'), onDone: close })
  return (
    <>
      <Button size="small" onClick={() => setAsking('maintenance')}>
        {toggled}
      </Button>
      {faults.length > 0 && (
        <Button size="small" onClick={() => setAsking('faults')}>
          {t('acts.faults-cleared')}
        </Button>
      )}
      <NewEnrolment machine={machine} />
      {asking === 'maintenance' && (
        <ReasonDialog
          title={toggled}
          busy={setting.running}
          onClose={close}
          onDone={(reason) =>
            setting.act((idempotencyKey) => ({
              machine_id,
              maintenance: !maintenance,
              reason,
              idempotencyKey,
            }))
          }
        />
      )}
      {asking === 'faults' && (
        <ReasonDialog
          title={t('acts.faults-cleared')}
          busy={clearing.running}
          onClose={close}
          onDone={(reason) =>
            clearing.act((idempotencyKey) => ({ machine_id, reason, idempotencyKey }))
          }
        />
      )}
    </>
  )
}

function NewEnrolment({ machine: { machine_id, name } }: { readonly machine: StaffMachine }) {
  const { t } = useTranslation(['staff', 'store'])
  const [code, setCode] = useState<string | null>(null)
  const enrolling = useAct(newEnrolment, {
    words: t('acts.enrolment-code-made'),
    onDone: (answer) => setCode(answer.code),
  })
  return (
    <>
      <Button
        size="small"
        variant="ghost"
        loading={enrolling.running}
        onClick={() => enrolling.act(() => ({ machine_id }))}
      >
        {t('acts.enrolment-code-made')}
      </Button>
      {code !== null && (
        <Dialog
          open
          onOpenChange={() => setCode(null)}
          title={`${t('acts.enrolment-code-made')} · ${name}`}
          closeLabel={t('store:page.close')}
          size="small"
        >
          <code className={styles.secret}>{code}</code>
        </Dialog>
      )}
    </>
  )
}
