import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { configurationFiles } from '@tocsin/domain/observers/moving-in/configuration-files.js';
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
const importUsage = `tocsin import ${names.join('|')} RESCUED_FOLDER [--out NEW_FOLDER] [--team NAME] [--accept-differences]`;

/** A schedule that differs for longer than this, and no rule says why, is not brought over unseen. */
const mostUnexplained = 1;
const unexplainedCode = 3;

export const isOrganisation = (name: string | undefined): boolean => name !== undefined && names.includes(name);

const parse = (args: readonly string[]) => {
  try {
    const options = {
      out: { type: 'string' },
      team: { type: 'string', default: 'Moved in' },
      'accept-differences': { type: 'boolean', default: false },
    } as const;
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new CliRefused(`Usage: ${importUsage}`, { cause: error });
  }
};

/** Reads a rescued folder, says who is on call there and here, and writes configuration files with `--out`. Changes nothing else. */
export async function importOrganisation(args: readonly string[], outside: Outside): Promise<number> {
  const { values, positionals } = parse(args);
  const [name = '', path, ...rest] = positionals;
  const system = systemNamed(name);
  if (path === undefined || rest.length > 0 || system === undefined) throw new CliRefused(`Usage: ${importUsage}`);
  const folder = resolve(path);
  const manifest = await wholeManifest(folder, name);
  sayMissing(system, manifest, outside);
  const at = Date.parse(manifest.at);
  const seal =
    manifest.seal !== null && manifest.encrypted
      ? Seal.open((await outside.askHidden('Phrase of the folder: ')) ?? '', manifest.seal)
      : null;
  const organisation = readers[name as keyof typeof readers](await rescuedAnswers(folder, system, manifest, seal), at);
  const comparisons = compareAll(organisation, at);
  for (const line of reportOf(organisation, comparisons)) outside.say(line);
  const refused = comparisons
    .filter(({ schedule, differences }) => schedule.isUnreadable || unexplainedHours(differences) > mostUnexplained)
    .map(({ schedule }) => schedule.name);
  if (refused.length > 0 && !values['accept-differences']) {
    outside.say(
      `No files were written: ${[...new Set(refused)].join(', ')} would differ without a reason (--accept-differences writes them all the same).`,
    );
    return unexplainedCode;
  }
  const options = { keyPrefix: `${name}:${new URL(manifest.address).host}`, otherTeam: values.team };
  if (values.out !== undefined) writeFiles(resolve(values.out), configurationFiles(organisation, options), outside);
  return 0;
}

/** Throws CliRefused for a folder of another system, or one that is not as it was written. */
async function wholeManifest(folder: string, name: string): Promise<Manifest> {
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

function writeFiles(folder: string, files: Readonly<Record<string, readonly object[]>>, { say }: Outside): void {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new CliRefused(`${folder} is not empty. Choose a new folder.`);
  mkdirSync(folder, { recursive: true });
  for (const [name, documents] of Object.entries(files)) {
    const [first, ...others] = documents;
    if (first !== undefined)
      writeFileSync(join(folder, name), `${JSON.stringify([{ apiVersion: 'tocsin.dev/v1', ...first }, ...others], null, 2)}\n`);
  }
  say(`Files for ${Object.values(files).flat().length} things are in ${folder}. Read them before you use them.`);
}
