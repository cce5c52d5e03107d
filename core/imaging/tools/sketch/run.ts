import { madeOr } from '../../../errors.ts'
import { drawnLargerIn } from '../../drawn-size.ts'
import { handNetworksIfAny, sessionIfAny } from '../../network-for.ts'
import { findPeopleIn, nobody } from '../../portrait/people.ts'
import type { RunTool } from '../../tool-definition.ts'
import { matteOfPeopleIn } from './people-matte.ts'
import type { PeopleIn } from './photo-study.ts'
import { enlargedBy, type SketchSettings, sketch } from './sketch.ts'

export const run: RunTool<SketchSettings> = async (job, settings) => {
  const { env, source, openSink, isQuick = false, previews, ratio } = job
  const photo = { widthPx: source.widthPx / ratio, heightPx: source.heightPx / ratio }
  const ofPrint = enlargedBy(photo)
  const enlarged = drawnLargerIn(job, ofPrint)
  const sink = openSink(source.widthPx * enlarged, source.heightPx * enlarged)
  // A device that cannot look for people, or has no network for it now, draws them as all else.
  const peopleIn: PeopleIn = (picture) =>
    madeOr(nobody, () => findPeopleIn(job, picture, { isGroupToo: true }))
  await sketch(env, source, settings, sink, {
    peopleIn,
    findHairNetwork: () => sessionIfAny(job, 'head/hair'),
    // A look for a moment does with the rough mask, and with hands as they are seen.
    ...(!isQuick && {
      matteIn: (copy) => matteOfPeopleIn(job, copy),
      findHandNetworks: () => handNetworksIfAny(job),
    }),
    isQuick,
    enlarged,
    printPx: Math.max(photo.widthPx, photo.heightPx) * ofPrint,
    ...(previews && { previews }),
  })
  return null
}
