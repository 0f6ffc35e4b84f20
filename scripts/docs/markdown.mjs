/** A cell holds one line: bars would end it. */
const cell = (text) => String(text).replaceAll('|', '\\|').replaceAll('\n', ' ');

export const code = (text) => `\`${text}\``;

/** `a, b or c` */
export const list = (items, last) => (items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${last} ${items.at(-1)}`);

export function table(head, rows) {
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |`);
  return lines.join('\n');
}

export const section = (title, ...paragraphs) => [`## ${title}`, ...paragraphs.filter(Boolean)].join('\n\n');

/** The whole text of one page of the reference. */
export const page = (title, ...sections) =>
  [
    `# ${title}`,
    '<!-- Written by `npm run docs` from libs/contracts. Edit the contracts, not this page. -->',
    ...sections.filter(Boolean),
  ].join('\n\n');
