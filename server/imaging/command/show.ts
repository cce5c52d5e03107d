import type { WriteStream } from 'node:tty'
import type { ItemReport, Watch } from './item-report.ts'

/** How far a batch is, as one line of a terminal that is written over; nothing elsewhere. */
export function progressLine(
  stream: Pick<WriteStream, 'write' | 'isTTY'>,
  task: string,
  items: readonly { readonly from: string }[],
): { watch: Watch; end: () => void } {
  const now = new Map<number, string>()
  let done = 0
  const show = () => {
    const running = [...now.values()].join(', ')
    stream.write(`\r\u001b[K${task}: ${done} of ${items.length} done${running && `; ${running}`}`)
  }
  return {
    watch: (item, progress) => {
      if (progress === 'done') {
        done++
        now.delete(item)
      } else {
        const share = progress.total > 0 ? progress.done / progress.total : 0
        now.set(item, `${items[item]?.from}: ${progress.stage} ${Math.round(share * 100)} %`)
      }
      if (stream.isTTY) show()
    },
    end: () => {
      if (stream.isTTY) stream.write('\n')
    },
  }
}

/** What became of each photo, and how long it took. */
export function timeTable(reports: readonly ItemReport[]): string {
  const rows = reports.map(({ from, to, widthPx, heightPx, ms, fault }) => [
    from,
    to ?? `failed: ${fault}`,
    fault === null ? `${widthPx} x ${heightPx}` : '',
    `${(ms / 1000).toFixed(1)} s`,
  ])
  const table = [['file', 'result', 'px', 'time'], ...rows]
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  )
  return table
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
