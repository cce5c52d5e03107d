import { median } from '../fixtures/median.ts'
import { style } from './style.ts'

/** A picture of the gallery, or the code with which the tool refused to make one. */
export type Shown =
  | {
      readonly caption: string
      readonly address: string
      readonly widthPx: number
      readonly heightPx: number
      /** Of a result: the time it took. */
      readonly ms?: number
    }
  | { readonly caption: string; readonly refusal: string }

/** What belongs to one photograph, side by side. */
export interface Row {
  readonly set: string
  readonly name: string
  readonly title: string
  readonly shown: readonly Shown[]
}

export interface Cover {
  readonly tool: string
  readonly picture: string | null
}

export const indexPage = (covers: readonly Cover[]): string =>
  page(
    'Stampa, the tools',
    `<h1>The tools on the open photographs</h1>
    <p>Made by <code>npm run gallery</code> with the shipped worker and networks.</p>
    <nav class="covers">${covers.map(coverLink).join('')}</nav>`,
  )

const coverLink = ({ tool, picture }: Cover): string =>
  `<a href="${tool}.html">${picture === null ? '' : `<img src="${picture}" alt="">`}<b>${tool}</b></a>`

export function toolPage(tool: string, rows: readonly Row[]): string {
  const sets = [...new Set(rows.map(({ set }) => set))]
  const links = sets.map((set) => `<a href="#${set}">${text(set)}</a>`).join('')
  const sections = sets.map((set) =>
    setSection(
      set,
      rows.filter((row) => row.set === set),
    ),
  )
  return page(
    `Stampa, ${tool}`,
    `<h1><a href="index.html">Gallery</a> / ${tool}</h1>
    <p>${rows.length} rows, ${summary(rows)} (median). Times are of a warm worker, decoding and storing included.</p>
    <nav>${links}</nav>${sections.join('')}`,
  )
}

/** How many were refused, and the median time of each look. */
function summary(rows: readonly Row[]): string {
  const refused = rows.filter((row) => row.shown.some((one) => 'refusal' in one)).length
  const times = new Map<string, number[]>()
  for (const one of rows.flatMap((row) => row.shown)) {
    if ('refusal' in one || one.ms === undefined) continue
    times.set(one.caption, [...(times.get(one.caption) ?? []), one.ms])
  }
  const medians = [...times].map(([look, all]) => `${text(look)} ${median(all)} ms`)
  return [`${refused} refused`, ...medians].join(', ')
}

function setSection(set: string, rows: readonly Row[]): string {
  const widest = Math.max(...rows.map(({ shown }) => shown.length))
  return `<section id="${set}"><h2>${text(set)}</h2>
  <div class="rows" style="--widest: ${widest}">${rows.map(rowCard).join('')}</div></section>`
}

const rowCard = ({ name, title, shown }: Row): string =>
  `<article style="--pictures: ${shown.length}"><h3>${text(name)} <small>${text(title)}</small></h3>
  <div class="pictures">${shown.map(figure).join('')}</div></article>`

function figure(shown: Shown): string {
  if ('refusal' in shown) {
    return `<figure><div class="refusal">${text(shown.refusal)}</div><figcaption>${text(shown.caption)}</figcaption></figure>`
  }
  const { caption, address, widthPx, heightPx, ms } = shown
  const time = ms === undefined ? '' : ` <time>${ms} ms</time>`
  return `<figure><a href="${address}" target="_blank"><img src="${address}" width="${widthPx}" height="${heightPx}" alt="" loading="lazy"></a>
  <figcaption>${text(caption)}${time}</figcaption></figure>`
}

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(title)}</title>
<style>${style}</style>
</head>
<body><main>${body}</main></body>
</html>
`

const text = (words: string): string =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
