import { createPlane, planeSink } from '../../../pixels/pixels.ts'
import { segmentBodyBy } from '../../portrait/segment-body.ts'
import type { RunTool } from '../../tool-definition.ts'
import { applyMatte, type CutOutSettings } from './apply-matte.ts'
import { findPeople, matteOfPeople } from './cut-out.ts'
import { placesOf } from './left-out.ts'

export const run: RunTool<CutOutSettings & { readonly leftOut: string }> = async (
  job,
  settings,
) => {
  const { env, source, openSink, ratio } = job
  const body = await job.network('person/body', 'instant')
  const segmentBody = body === null ? null : segmentBodyBy(body.session)
  const people = await job.withPortrait((models) =>
    findPeople(env, source, models, { ratio, segmentBody, leftOut: placesOf(settings.leftOut) }),
  )
  const matte = createPlane(source.widthPx, source.heightPx)
  await matteOfPeople(env, source, people, planeSink(matte))
  const sink = openSink(source.widthPx, source.heightPx)
  await applyMatte(env, source, matte, scaledSettings(settings, ratio), sink)
  return matte
}

/** Lengths in px of the photo, in px of a copy of it. */
export const scaledSettings = (settings: CutOutSettings, ratio: number): CutOutSettings => ({
  ...settings,
  featherPx: settings.featherPx * ratio,
  chokePx: settings.chokePx * ratio,
})
