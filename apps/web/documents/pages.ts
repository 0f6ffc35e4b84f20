import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import markdownIt from 'markdown-it';

const fromRoot = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

interface Source {
  /** The last part of its address: `/docs/<name>`. */
  readonly name: string;
  readonly path: string;
  readonly part: 'Guide' | 'Reference' | 'Changes';
}

const inFolder = (folder: string, part: Source['part']): readonly Source[] =>
  readdirSync(fromRoot(folder))
    .filter((file) => file.endsWith('.md'))
    .map((file) => ({ name: file.slice(0, -'.md'.length), path: `${folder}/${file}`, part }));

const sources: readonly Source[] = [
  ...inFolder('docs/guide', 'Guide'),
  ...inFolder('dist/reference', 'Reference'),
  { name: 'changelog', path: 'CHANGELOG.md', part: 'Changes' },
];
const names = new Set(sources.map(({ name }) => name));

/** The source files: a change of one rebuilds the pages. */
export const documentFiles = sources.map(({ path }) => fromRoot(path));

// trusted: only the project’s own documents are rendered
const markdown = markdownIt({ html: true });

/** The anchor of a heading, as GitHub and GitLab generate it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');

markdown.renderer.rules['heading_open'] = (tokens, index, options, _env, self) => {
  tokens.at(index)?.attrSet('id', anchorOf(tokens.at(index + 1)?.content ?? ''));
  return self.renderToken(tokens, index, options);
};

/** Links between these pages; links to other files of the repository become plain text. A section of the snapshot in Git is a page here. */
const linked = (html: string): string =>
  html.replaceAll(/<a href="([^"]+)">([\s\S]*?)<\/a>/g, (whole, href: string, text: string) => {
    if (/^(?:[a-z]+:|#)/.test(href)) return whole;
    const [, name, anchor = ''] = /(?:^|\/)([\w-]+)\.md(#.*)?$/i.exec(href.replace(/api-snapshot\.md#([\w-]+)$/, '$1.md')) ?? [];
    const page = name?.toLowerCase();
    return page !== undefined && names.has(page) ? `<a href="/docs/${page}${anchor}">${text}</a>` : text;
  });

/** Without screenshots: they are not part of the build, and the reader has the screens themselves. */
const withoutPictures = (text: string): string => text.replaceAll(/^<picture>[^]*?<\/picture>$|^!\[.*\]\(.*\)$/gm, '');

/** Gives each row of a table the id in its first cell. */
const withRows = (html: string): string =>
  html.replaceAll(/<tr>\n<td><code>([\w.]+)<\/code><\/td>/g, '<tr id="$1">\n<td><code>$1</code></td>');

const titleOf = (text: string): string => markdown.utils.escapeHtml(/^# (.+)$/m.exec(text)?.[1] ?? '');

interface Document extends Source {
  readonly title: string;
  readonly html: string;
}

const rendered = (source: Source): Document => {
  const text = readFileSync(fromRoot(source.path), 'utf8');
  return { ...source, title: titleOf(text), html: withRows(linked(markdown.render(withoutPictures(text)))) };
};

const navigation = (documents: readonly Document[], current: string): string =>
  (['Guide', 'Reference', 'Changes'] as const)
    .map((part) => {
      const links = documents
        .filter((one) => one.part === part)
        .map(({ name, title }) => `<li><a href="/docs/${name}"${name === current ? ' aria-current="page"' : ''}>${title}</a></li>`);
      return `<h2>${part}</h2>\n<ul>\n${links.join('\n')}\n</ul>`;
    })
    .join('\n');

const page = (title: string, nav: string, main: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" type="image/svg+xml" href="/bell.svg" />
    <link rel="stylesheet" href="/docs/documents.css" />
    <title>${title} · Tocsin</title>
  </head>
  <body>
    <nav aria-label="Documentation">
<p><a href="/">Tocsin</a></p>
${nav}
    </nav>
    <main>
${main}
    </main>
  </body>
</html>
`;

const welcome = `<h1>Documentation</h1>
<p>Of this version of Tocsin, served by the installation itself.</p>
<ul>
<li><a href="/docs/operators">Running Tocsin</a>: the data folder, the command line, upgrades, mail, https</li>
<li><a href="/docs/senders">Senders</a>: how monitoring is connected</li>
<li><a href="/docs/automate">Automate the set-up</a>: people, teams, services and integrations by program</li>
<li><a href="/docs/routes">Routes</a>, <a href="/docs/commands">commands</a>, <a href="/docs/views">views</a> and <a href="/docs/refusals">refusals</a> of the API; as OpenAPI 3.1 at <a href="/api/openapi.json">/api/openapi.json</a></li>
</ul>`;

/** Every page by its file name. */
export function documentPages(): ReadonlyMap<string, string> {
  const documents = sources.map(rendered);
  return new Map([
    ['index.html', page('Documentation', navigation(documents, ''), welcome)],
    ...documents.map(({ name, title, html }) => [`${name}.html`, page(title, navigation(documents, name), html)] as const),
  ]);
}
