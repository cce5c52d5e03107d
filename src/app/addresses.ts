/** Where a draft is edited. */
export const studioPath = (draftId: string): string =>
  `/pages/index/index_diy?draft=${encodeURIComponent(draftId)}`
