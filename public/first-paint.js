// Before anything is drawn: the customer's stored theme, so that the page never flashes.
try {
  const theme = localStorage.getItem('HL_theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage may be forbidden; the system's theme stands.
}
// Few systems paint everything in colours of their own: only they fetch what goes with them.
if (matchMedia('(forced-colors: active)').matches) {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = '/forced-colours.css'
  document.head.append(link)
}
