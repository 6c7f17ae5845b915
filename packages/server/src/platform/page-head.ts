// What a page says about itself without any script: for link previews, search engines and people who read without script.

/** What is seen of a page before any script ran, under a bar like that of the page. All texts are plain. */
export interface FirstView {
  title: string;
  text: string;
  /** Path of a picture; its place is kept when there is none. */
  picture: string | undefined;
}

/** Metadata and a readable summary of a page. All texts are plain. */
export interface PageHead {
  title: string;
  siteName: string;
  description: string;
  /** Absolute address. */
  canonical: string;
  /** Absolute address of a picture. */
  image?: string;
  /** A schema.org description. */
  data: Readonly<Record<string, unknown>>;
  /** Shown without script: facts by name, and links by their text. */
  facts: readonly (readonly [string, string])[];
  /** Shown until the script has made the page; without it nothing is. */
  view?: FirstView;
  links: readonly (readonly [string, string])[];
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}

/** JSON that may stand in a script element: nothing in it can end the element or begin a comment. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function headOf(head: PageHead): string {
  const title = `${head.title} - ${head.siteName}`;
  const meta = (kind: 'name' | 'property', name: string, content: string): string =>
    `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`;
  return [
    `<title>${escapeHtml(title)}</title>`,
    meta('name', 'description', head.description),
    `<link rel="canonical" href="${escapeHtml(head.canonical)}" />`,
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', head.siteName),
    meta('property', 'og:title', head.title),
    meta('property', 'og:description', head.description),
    meta('property', 'og:url', head.canonical),
    ...(head.image === undefined ? [] : [meta('property', 'og:image', head.image)]),
    meta('name', 'twitter:card', head.image === undefined ? 'summary' : 'summary_large_image'),
    meta('name', 'twitter:title', head.title),
    meta('name', 'twitter:description', head.description),
    ...(head.image === undefined ? [] : [meta('name', 'twitter:image', head.image)]),
    `<script type="application/ld+json">${scriptJson({ '@context': 'https://schema.org', ...head.data })}</script>`,
  ].join('\n    ');
}

function summaryOf(head: PageHead): string {
  const facts = head.facts.map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`).join('');
  const links = head.links.map(([text, href]) => `<li><a href="${escapeHtml(href)}">${escapeHtml(text)}</a></li>`).join('');
  return [
    `<main><h1>${escapeHtml(head.title)}</h1>`,
    head.description === '' ? '' : `<p>${escapeHtml(head.description)}</p>`,
    facts === '' ? '' : `<dl>${facts}</dl>`,
    links === '' ? '' : `<ul>${links}</ul>`,
    '</main>',
  ].join('');
}

/** Readers of screens wait for the page itself; where there is no script the summary is read instead. */
function firstViewOf({ title, text, picture }: FirstView): string {
  return [
    '<div id="first-view" class="first-view" aria-hidden="true"><div class="first-view-bar"></div><div class="first-view-head">',
    `<div class="first-view-picture">${picture === undefined ? '' : `<img src="${escapeHtml(picture)}" alt="" />`}</div>`,
    `<div><p class="first-view-title"><bdi>${escapeHtml(title)}</bdi></p>`,
    text === '' ? '' : `<p class="first-view-text"><bdi>${escapeHtml(text)}</bdi></p>`,
    '</div></div></div>',
  ].join('');
}

/** The entry page with the head of one page in the place of its title, what is seen at once, and the summary where there is no script. */
export function describedPage(entry: string, head: PageHead): string {
  const { view } = head;
  const without = view === undefined ? '' : '<style>.first-view{display:none}</style>';
  // Functions, because `$` in a title would mean something in a replacement text.
  return entry
    .replace(/<title>[^<]*<\/title>/, () => headOf(head))
    .replace(/<noscript>/, () => `<noscript>${without}${summaryOf(head)}`)
    .replace(/<div id="root">/, (root) => (view === undefined ? root : `${firstViewOf(view)}${root}`));
}
