/** The style of the consent page: paper, ink, vermilion; light and dark; phone first. */
export const CONSENT_STYLE = `
@font-face {
  font-family: 'Bricolage Grotesque Variable';
  src: url('/demo/fonts/heading.woff2') format('woff2');
  font-weight: 200 800;
  font-display: swap;
}
@font-face {
  font-family: 'Figtree Variable';
  src: url('/demo/fonts/text.woff2') format('woff2');
  font-weight: 300 900;
  font-display: swap;
}
:root {
  color-scheme: light dark;
  --paper: #faf7f0;
  --surface: #ffffff;
  --ink: #1c2541;
  --ink-soft: #525a72;
  --line: #d9d3c4;
  --accent: #c8401f;
  --on-accent: #ffffff;
  --pencil: #8f5e0b;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #12172a;
    --surface: #1b2238;
    --ink: #edeae0;
    --ink-soft: #b3b7c6;
    --line: #3a4362;
    --accent: #f0734f;
    --on-accent: #12172a;
    --pencil: #e0a94a;
  }
}
* {
  box-sizing: border-box;
}
html {
  -webkit-text-size-adjust: 100%;
}
body {
  margin: 0;
  min-height: 100vh;
  min-height: 100svh;
  display: grid;
  align-items: start;
  justify-items: center;
  padding: 24px 16px;
  background: var(--paper);
  color: var(--ink);
  font: 16px/1.5 'Figtree Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
}
main {
  width: 100%;
  max-width: 448px;
}
p {
  margin: 0;
}
.brand {
  display: flex;
  align-items: center;
  gap: 10px;
  font: 700 20px/1 'Bricolage Grotesque Variable', system-ui, sans-serif;
  letter-spacing: -0.01em;
}
.brand img {
  display: block;
}
.tag {
  margin-left: auto;
  padding: 5px 10px;
  border: 1.5px dashed var(--pencil);
  border-radius: 999px;
  color: var(--pencil);
  font: 600 12px/1 'Figtree Variable', system-ui, sans-serif;
  letter-spacing: 0.06em;
  text-transform: uppercase;
}
.account {
  margin-top: 32px;
  color: var(--ink-soft);
  font-size: 14px;
  overflow-wrap: anywhere;
}
h1 {
  margin: 4px 0 20px;
  font: 700 26px/1.2 'Bricolage Grotesque Variable', system-ui, sans-serif;
  letter-spacing: -0.015em;
  text-wrap: balance;
}
.brand + h1 {
  margin-top: 32px;
}
fieldset {
  margin: 0;
  padding: 0;
  border: 0;
  min-width: 0;
}
legend {
  padding: 0;
  margin-bottom: 8px;
  color: var(--ink-soft);
  font-size: 14px;
}
.scope {
  display: flex;
  gap: 12px;
  padding: 14px 16px;
  background: var(--surface);
  border: 1px solid var(--line);
  border-bottom-width: 0;
  cursor: pointer;
}
.scope:first-of-type {
  border-radius: 12px 12px 0 0;
}
.scope:last-of-type {
  border-bottom-width: 1px;
  border-radius: 0 0 12px 12px;
}
.scope:only-of-type {
  border-radius: 12px;
}
.scope input {
  flex: none;
  width: 22px;
  height: 22px;
  margin: 1px 0 0;
  accent-color: var(--accent);
}
.scope-text {
  flex: 1;
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: 2px 12px;
}
.scope-name {
  color: var(--pencil);
  font-size: 12px;
  font-weight: 600;
  letter-spacing: 0.02em;
}
.scope-title {
  font-weight: 600;
}
.scope-detail {
  flex-basis: 100%;
  color: var(--ink-soft);
  font-size: 14px;
  overflow-wrap: anywhere;
}
.note {
  margin-top: 16px;
  padding-left: 12px;
  border-left: 2px dashed var(--pencil);
  font-size: 14px;
}
.actions {
  display: grid;
  gap: 12px;
  margin-top: 24px;
}
button,
.button {
  min-height: 48px;
  padding: 12px 20px;
  border: 1.5px solid transparent;
  border-radius: 12px;
  font: 600 16px/1.25 'Figtree Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
  text-align: center;
  text-decoration: none;
  cursor: pointer;
}
.primary {
  background: var(--accent);
  color: var(--on-accent);
}
.secondary {
  background: transparent;
  border-color: var(--ink);
  color: var(--ink);
}
.primary:hover {
  background: color-mix(in srgb, var(--accent) 88%, var(--ink));
}
.secondary:hover {
  background: color-mix(in srgb, var(--ink) 8%, transparent);
}
:focus-visible {
  outline: 3px solid var(--ink);
  outline-offset: 2px;
}
.scope:focus-within {
  outline: 2px solid var(--ink);
  outline-offset: -2px;
}
.scope input:focus-visible {
  outline: none;
}
.after {
  margin-top: 16px;
  color: var(--ink-soft);
  font-size: 14px;
  text-align: center;
}
.visually-hidden {
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}
@media (min-width: 640px) and (min-height: 640px) {
  body {
    align-items: center;
  }
  .actions {
    grid-template-columns: 1fr 1fr;
  }
  .actions .primary:not(:only-child) {
    order: 2;
  }
}
`;
