import { useAtomValue, useSetAtom } from 'jotai'
import { startTransition } from 'react'
import { useTranslation } from 'react-i18next'
import type { PhotoLayer } from '#core/design/document.ts'
import { tools } from '#core/imaging/tools/table.ts'
import { sayAppliedAtom } from '#src/state/applied-tool.ts'
import { isLackingAtom } from '#src/state/lacking-results.ts'
import { applyToolAtom, openToolAtom } from '#src/state/tool-jobs.ts'
import { Button } from '#src/ui/Button.tsx'
import panel from '../panel.module.css'
import styles from './Tools.module.css'

/** Says that what was applied is plainer than the tool can do, as part of it could not be fetched. */
export function LacksResult({ layer }: { layer: PhotoLayer }) {
  const { t } = useTranslation('tools')
  const isLacking = useAtomValue(isLackingAtom)(layer)
  const open = useSetAtom(openToolAtom)
  const apply = useSetAtom(applyToolAtom)
  const say = useSetAtom(sayAppliedAtom)
  const last = layer.derived.at(-1)?.tool
  const tool = tools.find(({ id }) => id === last)?.id
  const isSaid = isLacking && tool !== undefined
  const again = async () => {
    if (tool === undefined) return
    startTransition(() => void open({ layerId: layer.id, tool }))
    if (await apply()) say(tool)
  }
  // The region stands there before its words, or some screen readers miss them.
  return (
    <div className={styles.good}>
      <p className={panel.hint} role="status">
        {isSaid && (
          <>
            <strong>{t(`names.${tool}`)}</strong>
            <br />
            {t('plainer')}
          </>
        )}
      </p>
      {isSaid && (
        <Button size="small" data-command="apply-again" onClick={() => void again()}>
          {t('retry')}
        </Button>
      )}
    </div>
  )
}
