import { z } from 'zod'

const newsSchema = z.object({ kind: z.enum(['saved', 'deleted']), id: z.string() })

/** What another tab did to a draft. */
export type DraftNews = z.infer<typeof newsSchema>

const channel =
  typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('stampa-drafts')

/** Tells the other tabs. */
export const tellDraftNews = (news: DraftNews): void => channel?.postMessage(news)

/** Hears of the other tabs; answers the way to stop. */
export function onDraftNews(listener: (news: DraftNews) => void): () => void {
  const hear = (event: MessageEvent<unknown>) => {
    const news = newsSchema.safeParse(event.data)
    if (news.success) listener(news.data)
  }
  channel?.addEventListener('message', hear)
  return () => channel?.removeEventListener('message', hear)
}
