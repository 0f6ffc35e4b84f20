import { createHash } from 'node:crypto';
import type { Pack, PackLine, Seals } from './pack.js';
import { asHtml } from './film-page.js';

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

/** The report of a pack: plain words, to read and to print. */
export async function* reportPage(
  { title, notes, tables }: Pack,
  seals: Seals | null,
  lines: AsyncIterable<PackLine>,
): AsyncGenerator<string> {
  yield `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${asHtml(title)}</title><style>${style}</style></head><body>
<h1>${asHtml(title)}</h1>
<p>${asHtml(firstWords(seals))}</p>
${notes.map((note) => `<p class="muted">${asHtml(note)}</p>`).join('\n')}
${seals ? proofPart(seals) : ''}
<h2>What happened</h2>
<p class="muted">Times are UTC. What is not covered by the proof says why.</p>
<table><thead>${row(['Event', 'Time', 'What', 'Proof'], true)}</thead><tbody>
`;
  for await (const { ordinal, at, says, proof } of lines)
    yield `${row([String(ordinal), at, says, proof === 'covered' ? 'covered' : `not covered by the proof: ${proof}`])}\n`;
  yield '</tbody></table>\n';
  for (const { title: heading, head, rows } of tables()) if (rows.length > 0) yield `<h2>${heading}</h2>\n${table(head, rows)}\n`;
  yield '</body></html>\n';
}
