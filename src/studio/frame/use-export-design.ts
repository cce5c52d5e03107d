import { useStore } from 'jotai'
import { useState } from 'react'
import { useFaultToast } from '#src/shell/fault-toast.ts'
import { designAtom } from '#src/state/editor.ts'
import { offerDownload } from '#src/storage/offer-download.ts'
import { library } from '#src/worker-clients/workers.ts'

/** The open design with its photos as one file that any Stampa opens again. */
export function useExportDesign() {
  const store = useStore()
  const tell = useFaultToast()
  const [exporting, setExporting] = useState(false)
  const make = async () => {
    setExporting(true)
    const file = await library.exportDesign(store.get(designAtom))
    setExporting(false)
    if (file.ok) offerDownload(file.value.file, file.value.name)
    else tell(file.fault)
  }
  return { exportDesign: () => void make(), exporting }
}
