// biome-ignore-all lint/style/noNonNullAssertion: indices are in range by construction.
import { createFloatPlane, createPlane, createRaster } from '../imaging/pixels.ts'
import type { Plane, Raster } from '../imaging/tool.ts'
import type { FloatPlane, Kernels } from './kernels.ts'

/**
 * The kernels in plain TypeScript: what the pipelines' own tests run on, so that they fail for the
 * pipelines' faults only. Simple rather than exact; the WASM kernels have their own references.
 */
const clampIndex = (i: number, n: number) => (i < 0 ? 0 : i >= n ? n - 1 : i)

function separable(source: FloatPlane, taps: Float64Array): FloatPlane {
  const { widthPx: w, heightPx: h } = source
  const half = (taps.length - 1) / 2
  const mid = new Float32Array(w * h)
  const out = createFloatPlane(w, h)
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      let sum = 0
      for (let k = -half; k <= half; k++)
        sum += source.values[y * w + clampIndex(x + k, w)]! * taps[k + half]!
      mid[y * w + x] = sum
    }
  for (let y = 0; y < h; y++)
    for (let k = -half; k <= half; k++) {
      const row = clampIndex(y + k, h) * w
      const t = taps[k + half]!
      for (let x = 0; x < w; x++) out.values[y * w + x]! += mid[row + x]! * t
    }
  return out
}

function gaussian(source: FloatPlane, sigma: number): FloatPlane {
  if (sigma < 0.05) return source
  const half = Math.ceil(sigma * 3)
  const taps = Float64Array.from({ length: half * 2 + 1 }, (_, i) =>
    Math.exp(-((i - half) ** 2) / (2 * sigma * sigma)),
  )
  const sum = taps.reduce((a, b) => a + b)
  return separable(
    source,
    taps.map((t) => t / sum),
  )
}

function box(source: FloatPlane, radius: number): FloatPlane {
  const { widthPx: w, heightPx: h } = source
  const n = radius * 2 + 1
  const mid = new Float32Array(w * h)
  const out = createFloatPlane(w, h)
  for (let y = 0; y < h; y++) {
    let sum = 0
    for (let k = -radius; k <= radius; k++) sum += source.values[y * w + clampIndex(k, w)]!
    for (let x = 0; x < w; x++) {
      mid[y * w + x] = sum / n
      sum +=
        source.values[y * w + clampIndex(x + radius + 1, w)]! -
        source.values[y * w + clampIndex(x - radius, w)]!
    }
  }
  const sums = new Float64Array(w)
  for (let k = -radius; k <= radius; k++)
    for (let x = 0; x < w; x++) sums[x]! += mid[clampIndex(k, h) * w + x]!
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      out.values[y * w + x] = sums[x]! / n
      sums[x]! +=
        mid[clampIndex(y + radius + 1, h) * w + x]! - mid[clampIndex(y - radius, h) * w + x]!
    }
  return out
}

const multiply = (a: FloatPlane, b: FloatPlane): FloatPlane => ({
  ...a,
  values: a.values.map((v, i) => v * b.values[i]!),
})

function guided(guide: FloatPlane, source: FloatPlane, r: number, eps: number): FloatPlane {
  const mi = box(guide, r)
  const mp = box(source, r)
  const mip = box(multiply(guide, source), r)
  const mii = box(multiply(guide, guide), r)
  const a = createFloatPlane(guide.widthPx, guide.heightPx)
  const b = createFloatPlane(guide.widthPx, guide.heightPx)
  for (let i = 0; i < a.values.length; i++) {
    const m = mi.values[i]!
    a.values[i] = (mip.values[i]! - m * mp.values[i]!) / (mii.values[i]! - m * m + eps)
    b.values[i] = mp.values[i]! - a.values[i]! * m
  }
  const ma = box(a, r)
  const mb = box(b, r)
  return { ...ma, values: ma.values.map((v, i) => v * guide.values[i]! + mb.values[i]!) }
}

const channel = (raster: Raster, c: number): FloatPlane => {
  const p = createFloatPlane(raster.widthPx, raster.heightPx)
  for (let i = 0; i < p.values.length; i++) p.values[i] = raster.rgba[i * 4 + c]! / 255
  return p
}

function guidedColour(guide: Raster, p: FloatPlane, r: number, eps: number): FloatPlane {
  const I = [0, 1, 2].map((c) => channel(guide, c))
  const mI = I.map((i) => box(i, r))
  const mp = box(p, r)
  const mIp = I.map((i) => box(multiply(i, p), r))
  const pairs = [
    [0, 0],
    [0, 1],
    [0, 2],
    [1, 1],
    [1, 2],
    [2, 2],
  ] as const
  const cov = pairs.map(([a, b]) => box(multiply(I[a]!, I[b]!), r))
  const A = [0, 1, 2].map(() => createFloatPlane(p.widthPx, p.heightPx))
  const B = createFloatPlane(p.widthPx, p.heightPx)
  for (let i = 0; i < p.values.length; i++) {
    const m = mI.map((x) => x.values[i]!) as [number, number, number]
    const s = pairs.map(([a, b], k) => cov[k]!.values[i]! - m[a] * m[b]) as number[]
    const [rr, rg, rb, gg, gb, bb] = [s[0]! + eps, s[1]!, s[2]!, s[3]! + eps, s[4]!, s[5]! + eps]
    const v = mIp.map((x, k) => x.values[i]! - m[k]! * mp.values[i]!) as [number, number, number]
    const c0 = gg * bb - gb * gb
    const c1 = gb * rb - rg * bb
    const c2 = rg * gb - gg * rb
    const det = rr * c0 + rg * c1 + rb * c2
    const a0 = (c0 * v[0] + c1 * v[1] + c2 * v[2]) / det
    const a1 = (c1 * v[0] + (rr * bb - rb * rb) * v[1] + (rg * rb - rr * gb) * v[2]) / det
    const a2 = (c2 * v[0] + (rg * rb - rr * gb) * v[1] + (rr * gg - rg * rg) * v[2]) / det
    A[0]!.values[i] = a0
    A[1]!.values[i] = a1
    A[2]!.values[i] = a2
    B.values[i] = mp.values[i]! - a0 * m[0] - a1 * m[1] - a2 * m[2]
  }
  const mA = A.map((a) => box(a, r))
  const mB = box(B, r)
  for (let i = 0; i < p.values.length; i++)
    for (let c = 0; c < 3; c++) mB.values[i]! += mA[c]!.values[i]! * I[c]!.values[i]!
  return mB
}

function resizePlane(s: FloatPlane, w: number, h: number): FloatPlane {
  const out = createFloatPlane(w, h)
  for (let y = 0; y < h; y++) {
    const fy = Math.min(s.heightPx - 1, Math.max(0, ((y + 0.5) * s.heightPx) / h - 0.5))
    const y0 = Math.floor(fy)
    const y1 = Math.min(s.heightPx - 1, y0 + 1)
    for (let x = 0; x < w; x++) {
      const fx = Math.min(s.widthPx - 1, Math.max(0, ((x + 0.5) * s.widthPx) / w - 0.5))
      const x0 = Math.floor(fx)
      const x1 = Math.min(s.widthPx - 1, x0 + 1)
      const at = (yy: number, xx: number) => s.values[yy * s.widthPx + xx]!
      const top = at(y0, x0) + (at(y0, x1) - at(y0, x0)) * (fx - x0)
      const bottom = at(y1, x0) + (at(y1, x1) - at(y1, x0)) * (fx - x0)
      out.values[y * w + x] = top + (bottom - top) * (fy - y0)
    }
  }
  return out
}

function resize(
  source: Raster,
  w: number,
  h: number,
  kernel: (x: number) => number,
  support: number,
) {
  const axis = (n: number, m: number) => {
    const scale = Math.max(1, n / m)
    return Array.from({ length: m }, (_, i) => {
      const centre = ((i + 0.5) * n) / m - 0.5
      const first = Math.ceil(centre - support * scale)
      const taps: [number, number][] = []
      let sum = 0
      for (let k = first; k <= centre + support * scale; k++) {
        const t = kernel((k - centre) / scale)
        if (t === 0) continue
        taps.push([clampIndex(k, n), t])
        sum += t
      }
      return taps.map(([k, t]) => [k, t / sum] as const)
    })
  }
  const xs = axis(source.widthPx, w)
  const ys = axis(source.heightPx, h)
  const mid = new Float32Array(w * source.heightPx * 4)
  for (let y = 0; y < source.heightPx; y++)
    for (let x = 0; x < w; x++)
      for (const [k, t] of xs[x]!) {
        const from = (y * source.widthPx + k) * 4
        const to = (y * w + x) * 4
        const a = source.rgba[from + 3]! / 255
        for (let c = 0; c < 3; c++) mid[to + c]! += source.rgba[from + c]! * a * t
        mid[to + 3]! += a * t
      }
  const out = createRaster(w, h)
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const v = [0, 0, 0, 0]
      for (const [k, t] of ys[y]!)
        for (let c = 0; c < 4; c++) v[c]! += mid[(k * w + x) * 4 + c]! * t
      const to = (y * w + x) * 4
      for (let c = 0; c < 3; c++) out.rgba[to + c] = v[3]! > 0 ? v[c]! / v[3]! : 0
      out.rgba[to + 3] = v[3]! * 255
    }
  return out
}

const sinc = (x: number) => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x))

function morph(matte: Plane, distance: number): Plane {
  const soft = gaussian(
    { ...matte, values: Float32Array.from(matte.values, (v) => v / 255) },
    Math.max(0.5, Math.abs(distance)),
  )
  const shift = Math.sign(distance) * 0.3
  const out = createPlane(matte.widthPx, matte.heightPx)
  for (let i = 0; i < out.values.length; i++)
    out.values[i] = distance === 0 ? matte.values[i]! : (soft.values[i]! - shift) * 255
  return out
}

const luma = (s: Raster): FloatPlane => {
  const p = createFloatPlane(s.widthPx, s.heightPx)
  for (let i = 0; i < p.values.length; i++)
    p.values[i] =
      (s.rgba[i * 4]! * 0.299 + s.rgba[i * 4 + 1]! * 0.587 + s.rgba[i * 4 + 2]! * 0.114) / 255
  return p
}

const perChannel = (s: Raster, f: (p: FloatPlane) => FloatPlane): Raster => {
  const out = createRaster(s.widthPx, s.heightPx)
  for (let c = 0; c < 4; c++) {
    const p = f(channel(s, c))
    for (let i = 0; i < p.values.length; i++) out.rgba[i * 4 + c] = p.values[i]! * 255
  }
  return out
}

export const plainKernels: Kernels = {
  resizeArea: (s, w, h) => resize(s, w, h, (x) => (Math.abs(x) <= 0.5 ? 1 : 0), 0.5),
  resizeLanczos3: (s, w, h) =>
    resize(s, w, h, (x) => (Math.abs(x) < 3 ? sinc(x) * sinc(x / 3) : 0), 3),
  resizePlane,
  luma,
  gaussian,
  gaussianRaster: (s, sigma) => perChannel(s, (p) => gaussian(p, sigma)),
  guidedFilter: guided,
  guidedFilterColour: guidedColour,
  domainTransform: (s, sigma, range) =>
    perChannel(s, (p) => guided(p, p, Math.max(1, Math.round(sigma / 2)), range * range)),
  lut3d: (s, lut, strength) => {
    const out = createRaster(s.widthPx, s.heightPx)
    const n = lut.size - 1
    for (let i = 0; i < s.rgba.length; i += 4) {
      const f = [0, 1, 2].map((c) => (s.rgba[i + c]! / 255) * n)
      const b = f.map((v) => Math.min(n - 1, Math.floor(v)))
      for (let c = 0; c < 3; c++) {
        let sum = 0
        for (let k = 0; k < 8; k++) {
          const at = b.map((v, d) => v + ((k >> d) & 1))
          const wgt = b.reduce((w, v, d) => w * ((k >> d) & 1 ? f[d]! - v : 1 - f[d]! + v), 1)
          sum += wgt * lut.values[((at[2]! * lut.size + at[1]!) * lut.size + at[0]!) * 3 + c]!
        }
        out.rgba[i + c] = s.rgba[i + c]! + (sum * 255 - s.rgba[i + c]!) * strength
      }
      out.rgba[i + 3] = s.rgba[i + 3]!
    }
    return out
  },
  dodge: (a, b) => ({
    ...a,
    values: a.values.map((v, i) => Math.min(1, v / Math.max(1e-4, 1 - b.values[i]!))),
  }),
  edgeTangentFlow: (l, radius, iterations) => {
    const { widthPx: w, heightPx: h } = l
    const jxx = createFloatPlane(w, h)
    const jxy = createFloatPlane(w, h)
    const jyy = createFloatPlane(w, h)
    const at = (x: number, y: number) => l.values[clampIndex(y, h) * w + clampIndex(x, w)]!
    for (let y = 0; y < h; y++)
      for (let x = 0; x < w; x++) {
        const gx =
          at(x + 1, y - 1) +
          2 * at(x + 1, y) +
          at(x + 1, y + 1) -
          at(x - 1, y - 1) -
          2 * at(x - 1, y) -
          at(x - 1, y + 1)
        const gy =
          at(x - 1, y + 1) +
          2 * at(x, y + 1) +
          at(x + 1, y + 1) -
          at(x - 1, y - 1) -
          2 * at(x, y - 1) -
          at(x + 1, y - 1)
        const i = y * w + x
        jxx.values[i] = gx * gx
        jxy.values[i] = gx * gy
        jyy.values[i] = gy * gy
      }
    const s = (radius * Math.sqrt(iterations)) / 2
    const [a, b, c] = [gaussian(jxx, s), gaussian(jxy, s), gaussian(jyy, s)]
    const tx = new Float32Array(w * h)
    const ty = new Float32Array(w * h)
    for (let i = 0; i < tx.length; i++) {
      const angle = 0.5 * Math.atan2(2 * b.values[i]!, a.values[i]! - c.values[i]!) + Math.PI / 2
      tx[i] = Math.cos(angle)
      ty[i] = Math.sin(angle)
    }
    return { widthPx: w, heightPx: h, tx, ty }
  },
  flowLines: (l, flow, { sigmaPx, lengthPx, tau, phi }) => {
    const { widthPx: w, heightPx: h } = l
    const at = (p: Float32Array, x: number, y: number) => {
      const cx = Math.min(w - 1.001, Math.max(0, x))
      const cy = Math.min(h - 1.001, Math.max(0, y))
      const x0 = Math.floor(cx)
      const y0 = Math.floor(cy)
      const i = y0 * w + x0
      const r = w > 1 ? 1 : 0
      const d = h > 1 ? w : 0
      const top = p[i]! + (p[i + r]! - p[i]!) * (cx - x0)
      const bottom = p[i + d]! + (p[i + d + r]! - p[i + d]!) * (cx - x0)
      return top + (bottom - top) * (cy - y0)
    }
    const sigmaS = sigmaPx * 1.6
    const half = Math.ceil(sigmaS * 2.5)
    const dog = new Float32Array(w * h)
    for (let y = 0; y < h; y++)
      for (let x = 0; x < w; x++) {
        const i = y * w + x
        const nx = -flow.ty[i]!
        const ny = flow.tx[i]!
        let c = 0,
          cw = 0,
          s = 0,
          sw = 0
        for (let k = -half; k <= half; k++) {
          const v = at(l.values, x + nx * k, y + ny * k)
          const wc = Math.exp((-k * k) / (2 * sigmaPx * sigmaPx))
          const ws = Math.exp((-k * k) / (2 * sigmaS * sigmaS))
          c += v * wc
          cw += wc
          s += v * ws
          sw += ws
        }
        dog[i] = c / cw - (tau * s) / sw
      }
    const out = createFloatPlane(w, h)
    const reach = Math.ceil(lengthPx * 2)
    for (let y = 0; y < h; y++)
      for (let x = 0; x < w; x++) {
        let sum = dog[y * w + x]!
        let weight = 1
        for (const dir of [1, -1]) {
          let px = x,
            py = y
          let vx = flow.tx[y * w + x]! * dir
          let vy = flow.ty[y * w + x]! * dir
          for (let k = 1; k <= reach; k++) {
            px += vx
            py += vy
            if (px < 0 || py < 0 || px > w - 1 || py > h - 1) break
            const g = Math.exp((-k * k) / (2 * lengthPx * lengthPx))
            sum += at(dog, px, py) * g
            weight += g
            const j = Math.round(py) * w + Math.round(px)
            const sign = flow.tx[j]! * vx + flow.ty[j]! * vy < 0 ? -1 : 1
            vx = flow.tx[j]! * sign
            vy = flow.ty[j]! * sign
          }
        }
        const v = sum / weight
        out.values[y * w + x] = v >= 0 ? 1 : Math.max(0, 1 + Math.tanh(phi * v))
      }
    return out
  },
  choke: morph,
  feather: (m, r) => {
    const soft = gaussian({ ...m, values: Float32Array.from(m.values, (v) => v / 255) }, r / 2)
    const out = createPlane(m.widthPx, m.heightPx)
    for (let i = 0; i < out.values.length; i++) out.values[i] = soft.values[i]! * 255
    return out
  },
}
