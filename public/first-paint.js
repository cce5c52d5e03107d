// Before anything is drawn: the customer's stored theme, so that the page never flashes.
try {
  const theme = localStorage.getItem('HL_theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage may be forbidden; the system's theme stands.
}
