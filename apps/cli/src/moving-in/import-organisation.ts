import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import * as fileLimits from '@tocsin/contracts/config-files/limits.js';
import {
  configurationFiles,
  type ConfigurationDocument,
  type ConfigurationFiles,
} from '@tocsin/domain/observers/moving-in/configuration-files.js';
import { fitOrganisation } from '@tocsin/domain/observers/moving-in/fit.js';
import type { KnownAccounts } from '@tocsin/domain/observers/moving-in/jsm.js';
import type { ForeignOrganisation } from '@tocsin/domain/observers/moving-in/organisation.js';
import { readers } from '@tocsin/domain/observers/moving-in/readers.js';
import { CliRefused } from '../cli-refused.js';
import { isFinished, readManifest, type Manifest } from '../rescue/manifest.js';
import type { Outside } from '../rescue/outside.js';
import { Seal } from '../rescue/seal.js';
import type { System } from '../rescue/source.js';
import { systemNamed } from '../rescue/systems.js';
import { listDamage } from '../rescue/verify.js';
import { compareAll, reportOf, unexplainedHours } from './report.js';
import { rescuedAnswers } from './rescued-answers.js';

const names = Object.keys(readers);
const importUsage = `tocsin import ${names.join('|')} RESCUED_FOLDER [--plan] [--out NEW_FOLDER] [--team NAME] [--people FILE.csv] [--accept-differences]`;

/** A schedule that differs for longer than this, and no rule says why, is not brought over unseen. */
const mostUnexplained = 1;
const unexplainedCode = 3;

export const isOrganisation = (name: string | undefined): boolean => name !== undefined && names.includes(name);

const parse = (args: readonly string[]) => {
  try {
    const options = {
      out: { type: 'string' },
      team: { type: 'string', default: 'Moved in' },
      plan: { type: 'boolean', default: false },
      people: { type: 'string' },
      'accept-differences': { type: 'boolean', default: false },
    } as const;
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new CliRefused(`Usage: ${importUsage}`, { cause: error });
  }
};

/** What these files would change on a server. */
export type PlanTexts = (files: readonly { readonly path: string; readonly text: string }[], source: string) => Promise<number>;

const noServer: PlanTexts = () => Promise.reject(new CliRefused('There is no server to plan on.'));

/** Whose account it is: Jira’s are at one address, told apart by their path. */
export const accountOf = (name: string, address: string): string => {
  const { host, pathname } = new URL(address);
  return name === 'jsm' ? (pathname.split('/').findLast((part) => part !== '') ?? host) : host;
};

/** `id,email,name`, a line for each account. */
export function readAccounts(file: string): KnownAccounts {
  const lines = readFileSync(file, 'utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/);
  return new Map(
    lines.flatMap((line) => {
      const [id = '', email = '', name = ''] = line.split(/[,;\t]/).map((part) => part.trim().replaceAll(/^"|"$/g, ''));
      return id === '' || !email.includes('@') ? [] : [[id, { email, name: name === '' ? email.split('@')[0]! : name }] as const];
    }),
  );
}

/** Reads a rescued folder, says who is on call there and here, and writes configuration files with `--out`. Changes nothing else. */
export async function importOrganisation(args: readonly string[], outside: Outside, plan: PlanTexts = noServer): Promise<number> {
  const { values, positionals } = parse(args);
  const [name = '', path, ...rest] = positionals;
  const system = systemNamed(name);
  if (path === undefined || rest.length > 0 || system === undefined) throw new CliRefused(`Usage: ${importUsage}`);
  const folder = resolve(path);
  const manifest = await wholeManifest(folder, name);
  sayMissing(system, manifest, outside);
  const at = Date.parse(manifest.at);
  const seal = await sealOf(manifest, outside);
  const accounts = values.people === undefined ? undefined : readAccounts(resolve(values.people));
  const organisation = readers[name as keyof typeof readers](await rescuedAnswers(folder, system, manifest, seal), at, accounts);
  const fitted = fitOrganisation(organisation, values.team);
  const comparisons = compareAll(organisation, fitted, at);
  for (const line of reportOf(fitted, organisation.schedules, comparisons)) outside.say(line);
  if (name === 'jsm') sayAccounts(organisation, outside);
  const refused = comparisons
    .filter(({ schedule, differences }) => schedule.isUnreadable || unexplainedHours(differences) > mostUnexplained)
    .map(({ schedule }) => schedule.name);
  if (refused.length > 0 && !values['accept-differences']) {
    outside.say(
      `No files were written: ${[...new Set(refused)].join(', ')} would differ without a reason (--accept-differences writes them all the same).`,
    );
    return unexplainedCode;
  }
  const files = configurationFiles(fitted, { keyPrefix: `${name}:${accountOf(name, manifest.address)}` });
  if (values.out !== undefined) writeFiles(resolve(values.out), files, outside);
  return values.plan ? plan(textsOf(files), `import/${name}`) : 0;
}

export const sealOf = async ({ seal, encrypted }: Manifest, { askHidden }: Outside): Promise<Seal | null> =>
  seal !== null && encrypted ? Seal.open((await askHidden('Phrase of the folder: ')) ?? '', seal) : null;

function sayAccounts({ people }: ForeignOrganisation, { say }: Outside): void {
  const without = people.filter(({ email }) => email === null || email === '').length;
  if (without > 0)
    say(
      `${without} accounts without an address, which the system does not tell: write id,email,name for each into a file, and add --people FILE.csv.`,
    );
}

/** Throws CliRefused for a folder of another system, or one that is not as it was written. */
export async function wholeManifest(folder: string, name: string): Promise<Manifest> {
  if (!isFinished(folder)) throw new CliRefused(`${folder} has no finished rescue: run “tocsin rescue ${name} ${folder}” first.`);
  const damage = await listDamage(folder);
  if (damage.length > 0) throw new CliRefused(`${damage.join('\n')}\nNothing was read.`);
  const manifest = readManifest(folder);
  if (manifest.system !== name) throw new CliRefused(`${folder} has a rescue of ${manifest.system}.`);
  return manifest;
}

function sayMissing({ kinds }: System, { unread }: Manifest, { say }: Outside): void {
  const history = new Set(kinds.filter(({ isHistory }) => isHistory).map(({ name }) => name));
  for (const { kind, asked, status, why } of unread) if (!history.has(kind)) say(`Missing in this folder: ${asked} (${status}, ${why}).`);
}

const textsOf = (files: ConfigurationFiles): readonly { readonly path: string; readonly text: string }[] =>
  Object.entries(files).flatMap(([path, documents]) =>
    inParts(documents).map(([first, ...others], n) => ({
      path: n === 0 ? path : path.replace('.json', `-${n + 1}.json`),
      text: `${JSON.stringify([{ apiVersion: 'tocsin.dev/v1', ...first }, ...others], null, 2)}\n`,
    })),
  );

/** As large as one file can be: indented, a document is at most this many times longer. */
const indented = 3;

function inParts(documents: readonly ConfigurationDocument[]): readonly (readonly ConfigurationDocument[])[] {
  const parts: ConfigurationDocument[][] = [];
  let length = 0;
  for (const document of documents) {
    length += JSON.stringify(document).length * indented;
    if (parts.length === 0 || length > fileLimits.fileBytes.each) {
      parts.push([]);
      length = JSON.stringify(document).length * indented;
    }
    parts.at(-1)!.push(document);
  }
  return parts;
}

function writeFiles(folder: string, files: ConfigurationFiles, { say }: Outside): void {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new CliRefused(`${folder} is not empty. Choose a new folder.`);
  mkdirSync(folder, { recursive: true });
  for (const { path, text } of textsOf(files)) writeFileSync(join(folder, path), text);
  say(`Files for ${Object.values(files).flat().length} things are in ${folder}. Read them before you use them.`);
}
