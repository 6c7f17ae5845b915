// A readable page for people who open an address of the API in a browser (`f=html`).

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;margin:0;background:#fbfaf7;color:#16202e}
main{max-width:60rem;margin:0 auto;padding:1.5rem}h1{font-size:1.25rem;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%}th,td{text-align:start;vertical-align:top;padding:.3rem .6rem;border-bottom:1px solid #e2dfd6}
th{font-weight:600;white-space:nowrap;color:#566273}td{overflow-wrap:anywhere}a{color:#1c5bb8}
@media(prefers-color-scheme:dark){body{background:#10161f;color:#e9edf2}th{color:#9fb0c3}th,td{border-color:#2a3646}a{color:#6fa8ff}}`;

/** Makes the page. Everything in it is escaped; only http addresses become links. */
export function htmlView(path: string, value: unknown): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(path)}</title><style>${STYLE}</style><main><h1>${escapeHtml(path)}</h1>${render(value, 0)}</main></html>`;
}

/** The policy for such a page: its own style sheet by hash would change with each edit, and it runs no script at all. */
export const HTML_VIEW_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

function render(value: unknown, depth: number): string {
  if (Array.isArray(value)) {
    if (value.length === 0) return '—';
    if (value.every((element) => typeof element !== 'object' || element === null))
      return value.map((element) => render(element, depth)).join(', ');
    return `<table>${value.map((element, index) => row(String(index), element, depth)).join('')}</table>`;
  }
  if (typeof value === 'object' && value !== null) {
    if (depth > 8) return '…';
    return `<table>${Object.entries(value)
      .map(([name, content]) => row(name, content, depth))
      .join('')}</table>`;
  }
  if (value === null || value === undefined || value === '') return '—';
  const text = escapeHtml(String(value));
  return /^https?:\/\//.test(String(value)) ? `<a href="${text}">${text}</a>` : text;
}

function row(name: string, content: unknown, depth: number): string {
  return `<tr><th scope="row">${escapeHtml(name)}</th><td>${render(content, depth + 1)}</td></tr>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}
