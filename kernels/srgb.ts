// Between sRGB values and light, four at a time.

/** Up to these sRGB curves are straight lines (IEC 61966-2-1), with this slope. */
const TOE_VALUE: f32 = 0.04045
const TOE_LIGHT: f32 = 0.0031308
const TOE_SLOPE: f32 = 12.92

/** One step of Horner's rule. */
// @ts-ignore: decorator
@inline
export function plus(sum: v128, x: v128, next: f32): v128 {
  return f32x4.add(f32x4.mul(sum, x), f32x4.splat(next))
}

/** Light of sRGB values 0..1: a polynomial within 0.00003 of the standard's power. */
// @ts-ignore: decorator
@inline
export function lightOf(value: v128): v128 {
  let power = plus(f32x4.splat(-0.069087191), value, 0.26934469)
  power = plus(power, value, -0.48248418)
  power = plus(power, value, 0.74256672)
  power = plus(power, value, 0.50486641)
  power = plus(power, value, 0.033877152)
  power = plus(power, value, 0.00088803624)
  const toe = f32x4.mul(value, f32x4.splat(1 / TOE_SLOPE))
  return v128.bitselect(toe, power, f32x4.le(value, f32x4.splat(TOE_VALUE)))
}

/** sRGB values 0..1 of light 0..1: of its fourth root a polynomial, within 0.0001 of the standard. */
// @ts-ignore: decorator
@inline
export function valueOf(light: v128): v128 {
  const root = f32x4.sqrt(f32x4.sqrt(light))
  let power = plus(f32x4.splat(0.07755337), root, -0.3248169)
  power = plus(power, root, 1.1120354)
  power = plus(power, root, 0.20051234)
  power = plus(power, root, -0.06522962)
  const toe = f32x4.mul(light, f32x4.splat(TOE_SLOPE))
  return v128.bitselect(toe, power, f32x4.le(light, f32x4.splat(TOE_LIGHT)))
}
