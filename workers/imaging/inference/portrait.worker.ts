import { expose } from 'comlink'
import { outcomeOf, StampaError } from '#core/errors.ts'
import type { PortraitModels } from '#core/imaging/tool-definition.ts'
import { loadPortraitModels } from './mediapipe.ts'
import type { PortraitApi } from './portrait-api.ts'

let models: PortraitModels | null = null

function opened(): PortraitModels {
  if (models === null) throw new StampaError('internal-fault', { cause: 'not opened' })
  return models
}

const api: PortraitApi = {
  open: (files) =>
    outcomeOf(async () => {
      models = await loadPortraitModels(files)
    }),
  detectFaces: (picture) => outcomeOf(() => opened().detectFaces(picture)),
  segmentPerson: (picture) => outcomeOf(() => opened().segmentPerson(picture)),
}

expose(api)
