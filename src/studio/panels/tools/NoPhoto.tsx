import { useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import type { PhotoLayer } from '#core/design/document.ts'
import { selectionAtom } from '#src/state/editor.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { AddPhotos } from '../photos/AddPhotos.tsx'
import { ChoosePhoto } from './ChoosePhoto.tsx'

interface NoPhotoProps {
  readonly photos: readonly PhotoLayer[]
  readonly illustration: ReactNode
  readonly title: string
  readonly text: string
}

/** Where no photo is meant: chooses one of several, or adds the first. */
export function NoPhoto({ photos, ...words }: NoPhotoProps) {
  const select = useSetAtom(selectionAtom)
  return (
    <EmptyState
      {...words}
      action={
        photos.length === 0 ? (
          <AddPhotos more={false} />
        ) : (
          <ChoosePhoto photos={photos} choose={(id) => select([id])} />
        )
      }
    />
  )
}
