/** The gallery's looks; a page carries them, so that it can be opened from anywhere. */
export const style = `
:root {
  color-scheme: light dark;
  --paper: #f6f4ef; --card: #ffffff; --ink: #22201c; --faint: #6d675d; --line: #e2ddd2; --accent: #a5431f;
}
@media (prefers-color-scheme: dark) {
  :root { --paper: #161513; --card: #201f1c; --ink: #ece8df; --faint: #a29b8e; --line: #35322c; --accent: #ef9a72; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 Figtree, system-ui, sans-serif; }
main { max-width: 1760px; margin: 0 auto; padding: 32px clamp(16px, 3vw, 48px) 96px; }
h1 { margin: 0; font: 600 30px/1.2 Fraunces, Georgia, serif; }
h2 { margin: 40px 0 12px; font: 600 20px/1.3 Fraunces, Georgia, serif; }
h3 { margin: 0 0 8px; font-size: 14px; font-weight: 600; overflow-wrap: anywhere; }
h3 small, p, figcaption, time { color: var(--faint); font-weight: 400; }
a { color: var(--accent); text-decoration: none; }
a:hover { text-decoration: underline; }
nav { display: flex; flex-wrap: wrap; gap: 6px 18px; }
.rows { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, calc(var(--widest) * 260px)), 1fr)); gap: 16px; align-items: start; }
article { padding: 14px; background: var(--card); border: 1px solid var(--line); border-radius: 14px; }
.pictures { display: grid; grid-template-columns: repeat(var(--pictures), minmax(0, 1fr)); gap: 8px; align-items: start; }
figure { margin: 0; }
figure img { display: block; width: 100%; height: auto; border-radius: 8px; }
figcaption { margin-top: 4px; font-size: 13px; }
time { float: right; font-variant-numeric: tabular-nums; }
.refusal { display: grid; place-items: center; min-height: 140px; height: 100%; border: 1px dashed var(--line); border-radius: 8px; color: var(--accent); font-weight: 600; }
.covers { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 280px), 1fr)); gap: 20px; margin-top: 24px; }
.covers a { display: block; padding: 10px; background: var(--card); border: 1px solid var(--line); border-radius: 14px; color: var(--ink); }
.covers img { display: block; width: 100%; border-radius: 8px; margin-bottom: 8px; }
`
