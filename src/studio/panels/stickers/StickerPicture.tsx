import { useAtomValue } from 'jotai'
import { memo } from 'react'
import { STICKER_UNITS } from '#core/render/stickers.ts'
import { stickerProgramsAtom } from '#src/state/stickers.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'

/** A sticker small, from the same program that is printed. */
export const StickerPicture = memo(({ id }: { id: string }) => {
  const program = useAtomValue(stickerProgramsAtom)[id]
  if (program === undefined) return <Skeleton style={{ inlineSize: '100%', aspectRatio: '1' }} />
  return (
    <svg viewBox={`0 0 ${STICKER_UNITS} ${STICKER_UNITS}`} aria-hidden="true">
      {program.paths.map(({ d, fill, opacity, evenOdd, transform }) => (
        <path
          key={`${fill} ${d}`}
          d={d}
          fill={fill}
          {...(opacity !== undefined && { opacity })}
          {...(evenOdd && { fillRule: 'evenodd' as const })}
          {...(transform && { transform: `matrix(${transform.join(' ')})` })}
        />
      ))}
    </svg>
  )
})
