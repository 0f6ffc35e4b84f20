import { createHash } from 'node:crypto';
import { labelOf, textsOf } from './file-texts.js';
import { notesOf, type GroupFile } from './film-file.js';
import { asHtml } from './film-page.js';
import type { Seals } from './group-pack.js';
import type { PackLine } from './pack-lines.js';

const style = `
body{margin:0 auto;max-width:820px;padding:32px 20px 60px;font:14px/21px Inter,system-ui,sans-serif;color:#1c1a17;background:#fff}
h1{font-size:22px;line-height:30px;margin:0 0 12px}h2{font-size:15px;margin:28px 0 8px}p{margin:0 0 10px}
table{width:100%;border-collapse:collapse}th{text-align:left;font-size:12px;color:#5e5a53}th,td{padding:5px 8px 5px 0;border-bottom:1px solid #dedad2;vertical-align:top}
td{overflow-wrap:anywhere;unicode-bidi:isolate}.n{white-space:nowrap;font-variant-numeric:tabular-nums}.muted{color:#5e5a53}code{overflow-wrap:anywhere}
tr{break-inside:avoid}thead{display:table-header-group}@page{margin:18mm}@media print{body{padding:0;max-width:none}}
`;
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'`;

/** What a proof of inclusion shows, and what it does not, before anything else. */
const firstWords = (seals: Seals | null): string =>
  seals
    ? `Every event that this report marks as covered was on the log of this installation, word for word, when its first ${seals.read.size.toLocaleString('en')} events were sealed: that is all that the proof in this pack shows. It does not show that nothing was left out of this pack, that what an event says is true, or that the server’s clock was right. And it holds only if the key below is the one that you know from elsewhere.`
    : 'This pack has no proof: the log was not sealed yet when it was made. It says what Tocsin recorded, and nothing in it shows that it is unchanged.';

const row = (cells: readonly string[], isHead = false): string => {
  const cell = isHead ? 'th' : 'td';
  return `<tr>${cells.map((text) => `<${cell}${/^[\d:T.Z-]+$/.test(text) ? ' class="n"' : ''}>${asHtml(text)}</${cell}>`).join('')}</tr>`;
};
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<table><thead>${row(head, true)}</thead><tbody>${rows.map((cells) => row(cells)).join('\n')}</tbody></table>`;

const proofPart = ({ read, key }: Seals): string => `<h2>Proof</h2>
<p>Log <code>${asHtml(read.logId)}</code>, seal over ${read.size.toLocaleString('en')} events, root <code>${read.root.toString('hex')}</code>, signed by the key <code>${key}</code>.</p>
<p>Check it: <code>python3 verify-proof.py ${key} proof.ndjson</code></p>`;

/** Letters are told apart in the proof by ids. */
const peoplePart = (file: GroupFile): string => {
  const texts = textsOf(file);
  const rows = file.people.map((id, n) => [file.names ? texts.person(id) : labelOf(n), id]);
  return rows.length > 0 ? `<h2>People</h2>\n${table(['Here', 'In the proof'], rows)}` : '';
};

/** The report of a pack: plain words, to read and to print. */
export async function* reportPage(file: GroupFile, seals: Seals | null, lines: AsyncIterable<PackLine>): AsyncGenerator<string> {
  const title = `Evidence of alert group #${file.number}`;
  yield `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${style}</style></head><body>
<h1>${title}</h1>
<p>${asHtml(firstWords(seals))}</p>
${notesOf(file)
  .map((note) => `<p class="muted">${asHtml(note)}</p>`)
  .join('\n')}
${seals ? proofPart(seals) : ''}
<h2>What happened</h2>
<p class="muted">Times are UTC. What is not covered by the proof says why: it names another alert group, a text in it was redacted, or it is not sealed yet.</p>
<table><thead>${row(['Event', 'Time', 'What', 'Proof'], true)}</thead><tbody>
`;
  let last: PackLine | undefined;
  for await (const line of lines) {
    yield `${row([String(line.ordinal), line.at, line.says, line.proof === 'covered' ? 'covered' : `not covered by the proof: ${line.proof}`])}\n`;
    last = line;
  }
  yield `</tbody></table>\n<h2>Receipts</h2>\n${table(['Who', 'By', 'Outcome', 'Time'], last?.receipts() ?? [])}\n${peoplePart(file)}\n</body></html>\n`;
}
