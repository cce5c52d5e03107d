import { readFile } from 'node:fs/promises'
import { expect, test } from 'playwright/test'
import { openHarness } from '../harness-page.ts'

const names = (process.env['ATTACK'] ?? '').split(',').filter(Boolean)
const open = async (page: any) => {
  page.on('console', (m: any) => { if (/error/i.test(m.type()) && !/XNNPACK|404/.test(m.text())) console.log('CONSOLE', m.text().slice(0, 200)) })
  page.on('pageerror', (e: any) => console.log('PAGEERROR', String(e).slice(0, 300)))
  await page.route('**/photograph/**', async (route: any) => {
    const path = decodeURIComponent(new URL(route.request().url()).pathname.replace('/photograph/', ''))
    await route.fulfill({ body: await readFile('/tmp/attack/in/' + path), contentType: path.endsWith('png') ? 'image/png' : 'image/jpeg' })
  })
  await openHarness(page, 'imaging')
}
test.setTimeout(900_000)
const runs = [
  ['anime', { look: 'bold' }], ['sketch', { style: 'pencil' }], ['cut-out', {}], ['enhance', {}], ['rescue', {}], ['super-resolution', { factor: 2 }],
] as const
test('odd photos', async ({ page }) => {
  await open(page)
  for (const n of names) for (const [tool, settings] of runs) {
    if (tool === 'super-resolution' && !/^s\d/.test(n)) continue
    const t0 = Date.now()
    const r = await page.evaluate(async ([n, tool, settings]: any) => {
      const h = (window as any).imagingHarness
      try {
        const photo = await h.keep('/photograph/' + n)
        const quick = await h.preview?.({ tool, settings, photo }, 720, 'quick').catch?.((e: any) => String(e))
        const a = await h.run({ tool, settings, photo })
        const o = a.outcome
        let px: any = null
        if (o.ok) { const p = await h.pixels(o.value.result, Math.max(o.value.result.widthPx, o.value.result.heightPx) > 200 ? 200 : undefined); let s = 0, al = 0; for (let i = 0; i < p.rgba.length; i += 4) { s += (p.rgba[i] + p.rgba[i+1] + p.rgba[i+2]) / 3; al += p.rgba[i+3] } px = { m: Math.round(s / (p.rgba.length / 4)), a: Math.round(al / (p.rgba.length / 4)), w: p.trueWidth, h: p.trueHeight } }
        return { photo: `${photo.widthPx}x${photo.heightPx}`, res: o.ok ? `${o.value.result.widthPx}x${o.value.result.heightPx} ${o.value.result.mediaType}` : JSON.stringify(o.fault).slice(0, 200), px, quick: quick && JSON.stringify(quick).slice(0, 150) }
      } catch (e) { return { thrown: String(e) } }
    }, [n, tool, settings])
    console.log(n.padEnd(18), tool, JSON.stringify(r), Date.now() - t0, 'ms')
  }
})
test.skip('x', async ({ page }) => {
  await open(page)
  for (const [tool, settings] of runs) for (const ms of [0, 5, 50, 200, 500, 1000, 2000, 3500]) {
    const r = await page.evaluate(async ([tool, settings, ms]: any) => {
      const h = (window as any).imagingHarness
      const photo = await h.keep('/photograph/big-blur.jpg')
      return h.cancelAfter ? await h.cancelAfter({ tool, settings, photo }, ms) : 'none'
    }, [tool, settings, ms])
    console.log(tool, ms, JSON.stringify(r))
  }
})
test('lost worker', async ({ page }) => {
  await open(page)
  for (const [tool, settings] of runs) for (const ms of [30, 400, 1500]) {
    const r = await page.evaluate(async ([tool, settings, ms]: any) => {
      const h = (window as any).imagingHarness
      const photo = await h.keep('/photograph/exif1.jpg')
      const running = h.run({ tool, settings, photo })
      setTimeout(() => h.endWorker(), ms)
      const t0 = performance.now()
      const a = await running
      return [a.outcome.ok ? 'ok' : a.outcome.fault.code, Math.round(performance.now() - t0)]
    }, [tool, settings, ms])
    console.log('lost', tool, ms, JSON.stringify(r))
  }
  const again = await page.evaluate(async () => { const h = (window as any).imagingHarness; const photo = await h.keep('/photograph/exif1.jpg'); const a = await h.run({ tool: 'enhance', settings: {}, photo }); return a.outcome.ok })
  expect(again).toBe(true)
})
test('thirty in a row', async ({ page }) => {
  await open(page)
  for (const [tool, settings] of [['enhance', {}], ['rescue', {}], ['cut-out', {}], ['anime', { look: 'soft' }]] as const) {
    const r = await page.evaluate(async ([tool, settings]: any) => {
      const h = (window as any).imagingHarness
      const photo = await h.keep('/photograph/exif1.jpg')
      const mem: number[] = []
      for (let k = 0; k < 30; k++) {
        const a = await h.run({ tool, settings, photo })
        if (!a.outcome.ok) return a.outcome.fault
        if (k % 7 === 1) mem.push(Math.round((await (performance as any).measureUserAgentSpecificMemory()).bytes / 1e6))
      }
      return mem
    }, [tool, settings])
    console.log('30x', tool, JSON.stringify(r))
  }
})
test('no isolation', async ({ page }) => {
  await page.route('**/*.html', async (route) => { const r = await route.fetch(); const headers = r.headers(); delete headers['cross-origin-opener-policy']; delete headers['cross-origin-embedder-policy']; await route.fulfill({ response: r, headers }) })
  await open(page)
  console.log('isolated', await page.evaluate(() => [self.crossOriginIsolated, typeof SharedArrayBuffer]))
  for (const [tool, settings] of runs) {
    const r = await page.evaluate(async ([tool, settings]: any) => { const h = (window as any).imagingHarness; const photo = await h.keep('/photograph/exif1.jpg'); const a = await h.run({ tool, settings, photo }); return a.outcome.ok ? 'ok' : a.outcome.fault }, [tool, settings])
    console.log('plain', tool, JSON.stringify(r))
  }
})
