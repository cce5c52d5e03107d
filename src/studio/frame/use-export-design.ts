import { useStore } from 'jotai'
import { useState } from 'react'
import { useFaultToast } from '#src/app/fault-toast.ts'
import { offerDownload } from '#src/client/offer-download.ts'
import { library } from '#src/client/workers.ts'
import { designAtom } from '#src/state/editor.ts'

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
