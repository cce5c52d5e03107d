/** SourceHanSansCN-Normal, by the id that the specification gives it; Google calls it Noto Sans SC. */
export const DEFAULT_FONT_ID = '0'
