interface Place {
  readonly latitude: number
  readonly longitude: number
}

/** Mean radius of the Earth (IUGG). */
const EARTH_M = 6_371_008.8
const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** Metres between two places along the great circle: the haversine formula. */
export function distanceM(one: Place, other: Place): number {
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2
  const across =
    half(one.latitude, other.latitude) +
    Math.cos(radians(one.latitude)) *
      Math.cos(radians(other.latitude)) *
      half(one.longitude, other.longitude)
  return 2 * EARTH_M * Math.asin(Math.min(1, Math.sqrt(across)))
}
