import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { Design, PhotoLayer, PhotoRef } from '#core/design/document.ts'
import { dropLastDerived } from '#core/design/edits/photo.ts'
import { editAtom } from '#src/state/editor.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Section } from '../Section.tsx'
import { useThumbnail } from '../use-thumbnail.ts'
import styles from './PhotoProperties.module.css'

const backTo = (design: Design, id: string, steps: number): Design =>
  Array.from({ length: steps }).reduce<Design>((current) => dropLastDerived(current, id), design)

/** What the tools made of a photo, from the original on; any of them can be gone back to. */
export function VersionsList({ layer }: { layer: PhotoLayer }) {
  const { t } = useTranslation(['panels', 'tools'])
  const edit = useSetAtom(editAtom)
  if (layer.derived.length === 0) return null
  const versions = [
    { name: t('versions.original'), photo: layer.original },
    ...layer.derived.map(({ tool, result }) => ({
      name: t(`tools:short.${tool}` as 'tools:short.sketch'),
      photo: result,
    })),
  ]
  return (
    <Section title={t('versions.title')}>
      <div className={styles.versions}>
        {versions.map(({ name, photo }, index) => {
          const steps = versions.length - 1 - index
          return (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: versions are only added at the end
              key={`${index}-${photo.hash}`}
              type="button"
              className={styles.version}
              aria-current={steps === 0}
              aria-label={
                steps === 0 ? `${name}. ${t('versions.shown')}` : t('versions.backTo', { name })
              }
              onClick={() => edit({ edit: (design) => backTo(design, layer.id, steps) })}
            >
              <VersionPicture photo={photo} />
              <span>{name}</span>
            </button>
          )
        })}
      </div>
    </Section>
  )
}

function VersionPicture({ photo }: { photo: PhotoRef }) {
  const url = useThumbnail(photo)
  return <span className={styles.picture}>{url ? <img src={url} alt="" /> : <Skeleton />}</span>
}
