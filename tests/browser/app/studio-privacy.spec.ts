import { readFile } from 'node:fs/promises'
import { expect, type Request, test } from 'playwright/test'
import { endpoints } from '#core/contract/service.ts'
import { photograph, photographsAreHere, photographsMissing } from '../../fixtures/photographs.ts'
import { addPhoto, layersOf, openStudio, openTools } from './studio-page.ts'

const portrait = photograph('open/portrait/faces/cid22-2811087.jpg')
/** A question longer than this could carry a picture. */
const ADDRESS_MAX = 400

test.skip(!photographsAreHere, photographsMissing)

test('not a byte of a photo leaves the device, from choosing it to the print file', {
  tag: '@phone',
}, async ({ page, context, baseURL }) => {
  const requests: Request[] = []
  const sockets: string[] = []
  context.on('request', (request) => requests.push(request))
  page.on('websocket', (socket) => sockets.push(socket.url()))
  await openStudio(page)
  await addPhoto(page, { name: 'me.jpg', mimeType: 'image/jpeg', buffer: await readFile(portrait) })

  await openTools(page)
  for (const tool of ['cut-out', 'sketch', 'enhance']) {
    await page.locator(`[data-tool="${tool}"]`).click()
    await expect(page.locator('[data-preview]')).toBeVisible({ timeout: 60_000 })
    await page.locator('[data-command="apply-tool"]').click()
    await expect(page.locator('[data-tool="sketch"]')).toBeVisible({ timeout: 60_000 })
  }
  await page.reload()
  await expect(layersOf(page)).toHaveCount(1)
  await page.locator('[data-command="done"]').click()
  await page.locator('[data-command="continue"]').click()
  await page.locator('[data-command="make-print"]').click()
  await expect(page.locator('[data-print]')).toBeVisible({ timeout: 60_000 })

  expect(requests.length).toBeGreaterThan(10)
  const remote = requests.filter((request) => /^https?:/.test(request.url()))
  const origin = new URL(baseURL ?? '').origin
  expect(remote.filter((request) => new URL(request.url()).origin !== origin)).toEqual([])
  // What is sent are the contract's calls, each too short to carry a picture; nothing is uploaded.
  const sent = remote.filter((request) => request.method() !== 'GET')
  const services = Object.values(endpoints).map(String)
  expect(sent.filter((request) => !services.includes(new URL(request.url()).pathname))).toEqual([])
  expect(sent.filter((request) => (request.postData() ?? '').length > ADDRESS_MAX)).toEqual([])
  expect(remote.filter((request) => request.url().length > ADDRESS_MAX)).toEqual([])
  expect(sockets).toEqual([])
})

test('the page may not talk to anybody else, whatever runs in it', { tag: '@phone' }, async ({
  page,
}) => {
  const response = await page.goto('/')
  const policy = response?.headers()['content-security-policy'] ?? ''
  const allowed = /connect-src ([^;]+)/.exec(policy)?.[1]?.trim().split(/\s+/) ?? ['*']
  expect(allowed.filter((source) => !["'self'", 'blob:', 'data:'].includes(source))).toEqual([])
  expect(policy).toContain("form-action 'self'")
})
