import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { staffMachines } from '#core/contract/services/staff.ts'
import { pickUpOrder } from '#core/contract/services/staff-orders.ts'
import type { Fault } from '#core/errors.ts'
import { useCall } from '#src/shell/calls/use-call.ts'
import { useFaultWords } from '#src/shell/fault-words.ts'
import { FormDialog } from '#src/ui/FormDialog.tsx'
import { Select } from '#src/ui/Select.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { useAct } from './use-act.ts'

interface PickUpDialogProps {
  readonly onClose: () => void
  readonly onHanded: (orderNumber: string) => void
}

/** What is wrong with the code itself, and is said beside it. */
const isAboutCode = ({ code }: Fault): boolean => code.startsWith('pickup-')

/** Hands a print out for its code, typed or read by a scanner that types. */
export function PickUpDialog({ onClose, onHanded }: PickUpDialogProps) {
  const { t } = useTranslation(['staff', 'store'])
  const { state } = useCall(staffMachines, {})
  const machines = state.kind === 'ready' ? state.value : []
  const [chosen, setChosen] = useState('')
  const [code, setCode] = useState('')
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<Fault | null>(null)
  const faultWords = useFaultWords()
  const machine_id = chosen || (machines[0]?.machine_id ?? '')
  const handing = useAct(pickUpOrder, {
    words: t('acts.picked-up'),
    onDone: ({ order_number }) => onHanded(order_number),
    isSaidInForm: (fault) => {
      const isSaid = isAboutCode(fault)
      if (isSaid) setRefused(fault)
      return isSaid
    },
  })
  const codeError = () => {
    if (tried && code.trim() === '') return t('store:address.checkField')
    return refused ? faultWords(refused) : undefined
  }
  return (
    <FormDialog
      title={t('acts.picked-up')}
      closeLabel={t('store:page.close')}
      onClose={onClose}
      submitLabel={t('acts.picked-up')}
      busy={handing.running}
      onSubmit={() => {
        setTried(true)
        if (code.trim() === '' || machine_id === '') return
        handing.act((idempotencyKey) => ({ machine_id, code: code.trim(), idempotencyKey }))
      }}
    >
      <Select
        label={t('tabs.machines')}
        value={machine_id}
        onChange={setChosen}
        options={machines.map((machine) => ({
          value: machine.machine_id,
          label: `${machine.name} ${machine.machine_id}`,
        }))}
      />
      <TextField
        label={t('pickupCode')}
        value={code}
        onChange={(typed) => {
          setCode(typed)
          setRefused(null)
        }}
        error={codeError()}
        autoComplete="off"
        autoFocus
      />
    </FormDialog>
  )
}
