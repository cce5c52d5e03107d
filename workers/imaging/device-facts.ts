import type { DeviceFacts } from '#core/imaging/device/device-tier.ts'
import { threadFacts } from './spared-device.ts'

/** What this browser says of its device. */
export function deviceFacts(): DeviceFacts {
  const memory: unknown = 'deviceMemory' in navigator ? navigator.deviceMemory : null
  const connection: unknown = 'connection' in navigator ? navigator.connection : null
  return {
    memoryGb: typeof memory === 'number' ? memory : null,
    ...threadFacts(),
    webgpu: 'gpu' in navigator,
    savesData:
      typeof connection === 'object' &&
      connection !== null &&
      'saveData' in connection &&
      connection.saveData === true,
  }
}
