import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const head = `# Third-party software

Tocsin’s server contains these packages. Their licences follow; packages with binaries keep theirs in node_modules.
`;

/** The notice that licences ask for: every package of which one of these files is part, with what it says of its licence, as Markdown. */
export function thirdPartyOf(files) {
  const folders = new Set(files.flatMap((file) => /^(?:\0)?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []));
  const packages = [...folders].map(packageIn).toSorted((a, b) => a.title.localeCompare(b.title, 'en'));
  return [head, ...packages.map(({ title, license, text }) => `## ${title} (${license})\n\n${text}`)].join('\n');
}

function packageIn(folder) {
  const { name, version, license, licenses } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  const text = file ? `\`\`\`text\n${readFileSync(join(folder, file), 'utf8').trim()}\n\`\`\`\n` : '';
  const licenseText = license ?? licenses?.map(({ type }) => type).join(' or ');
  if (!licenseText && !text) throw new Error(`${name} says nothing of its licence`);
  return { title: `${name} ${version}`, license: licenseText?.type ?? licenseText ?? 'see below', text };
}
