import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { PersonNumbers, PhoneNumbersAnswer } from '@tocsin/contracts/moving-in/phone-numbers.js';
import type { ForeignSystemName } from '@tocsin/contracts/moving-in/systems.js';
import { phoneNumbersOf } from '@tocsin/moving-in/phone-numbers.js';
import { accountsIn, accountsWithout, bringOver, type BroughtOver } from '@tocsin/moving-in/bring-over.js';
import type { FileText } from '@tocsin/moving-in/file-texts.js';
import type { Outside, Terminal } from '@tocsin/moving-in/rescue/outside.js';
import type { System } from '@tocsin/moving-in/rescue/source.js';
import { systemNamed, systems } from '@tocsin/moving-in/rescue/systems.js';
import { CliRefused } from '../cli-refused.js';
import { isLiveOrFolder, liveOptions, liveUsage, withLiveCopy } from './live-copy.js';
import { reportOf } from './report.js';

const names = systems.map(({ name }) => name);
const importUsage = `tocsin import ${names.join('|')} RESCUED_FOLDER [--plan] [--out NEW_FOLDER] [--team NAME] [--people FILE.csv] [--rehearse] [--accept-differences] [--offer-numbers]
       tocsin import SYSTEM ${liveUsage} …: asks the system itself, and keeps no copy`;

const unexplainedCode = 3;

export const isOrganisation = (name: string | undefined): boolean => name !== undefined && names.includes(name);

const parse = (args: readonly string[]) => {
  try {
    const options = {
      ...liveOptions,
      out: { type: 'string' },
      team: { type: 'string', default: 'Moved in' },
      plan: { type: 'boolean', default: false },
      people: { type: 'string' },
      rehearse: { type: 'boolean', default: false },
      'accept-differences': { type: 'boolean', default: false },
      'offer-numbers': { type: 'boolean', default: false },
    } as const;
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new CliRefused(`Usage: ${importUsage}`, { cause: error });
  }
};

/** What these files would change on a server. */
export type PlanTexts = (files: readonly FileText[], source: string) => Promise<number>;

/** Offers people of a server the numbers that they had there. */
export type OfferNumbers = (
  system: ForeignSystemName,
  people: readonly PersonNumbers[],
) => Promise<Pick<PhoneNumbersAnswer, 'people' | 'unknown'>>;

/** What an import does on a server, where there is one. */
export interface ImportServer {
  readonly plan: PlanTexts;
  readonly offer: OfferNumbers;
}

const refuseServer = () => Promise.reject(new CliRefused('There is no server to plan on.'));
const noServer: ImportServer = { plan: refuseServer, offer: refuseServer };

/**
 * Reads a rescued folder, or the system itself, says who is on call there and here, and writes configuration files with `--out`. Changes
 * nothing else.
 */
export async function importOrganisation(
  args: readonly string[],
  outside: Outside,
  server: ImportServer = noServer,
  terminal: Terminal = { write: () => {} },
): Promise<number> {
  const { values, positionals } = parse(args);
  const [name = '', path, ...rest] = positionals;
  const system = systemNamed(name);
  if (rest.length > 0 || system === undefined || !isLiveOrFolder(values, path !== undefined)) throw new CliRefused(`Usage: ${importUsage}`);
  const work = (folder: string): Promise<number> => importFrom(folder, system, values, { outside, server });
  if (path !== undefined) return work(resolve(path));
  // files have nothing of the past
  const since = values.since ?? outside.now().toISOString();
  return withLiveCopy(system, { ...values, since }, { outside, terminal }, work);
}

type Options = ReturnType<typeof parse>['values'];

async function importFrom(
  folder: string,
  system: System,
  values: Options,
  { outside, server }: { readonly outside: Outside; readonly server: ImportServer },
): Promise<number> {
  const brought = await bringOver(folder, system, {
    team: values.team,
    rehearses: values.rehearse,
    withKeys: true,
    accounts: values.people === undefined ? undefined : accountsIn(readFileSync(resolve(values.people), 'utf8')),
    askPhrase: () => outside.askHidden('Phrase of the folder: '),
  });
  sayAll(system.name, brought, outside);
  if (brought.refused.length > 0 && !values['accept-differences']) {
    outside.say(
      `No files were written: ${brought.refused.join(', ')} would differ without a reason (--accept-differences writes them all the same).`,
    );
    return unexplainedCode;
  }
  if (values['offer-numbers']) await offerNumbers(system.name as ForeignSystemName, brought, server, outside);
  if (values.out !== undefined) writeFiles(resolve(values.out), brought.files, outside);
  return values.plan ? server.plan(brought.files, `import/${system.name}`) : 0;
}

function sayAll(name: string, { missing, fitted, organisation, comparisons }: BroughtOver, outside: Outside): void {
  for (const line of missing) outside.say(line);
  sayNumbers(phoneNumbersOf(fitted).length, outside);
  for (const line of reportOf(fitted, organisation.schedules, comparisons)) outside.say(line);
  if (name === 'jsm') sayAccounts(accountsWithout(organisation), outside);
}

function sayNumbers(people: number, { say }: Outside): void {
  if (people > 0)
    say(
      `${people} ${people === 1 ? 'person has' : 'people have'} phone numbers there. They are in no file: --offer-numbers offers each to its person alone.`,
    );
}

/** After the files were applied: who is not there yet gets no offer. */
async function offerNumbers(system: ForeignSystemName, { fitted }: BroughtOver, { offer }: ImportServer, { say }: Outside): Promise<void> {
  const { people, unknown } = await offer(system, phoneNumbersOf(fitted));
  say(`Phone numbers are offered to ${people} more ${people === 1 ? 'person' : 'people'}, each to its person alone.`);
  if (unknown > 0) say(`${unknown} with numbers are not in Tocsin: apply the files first, then offer them again.`);
}

function sayAccounts(without: number, { say }: Outside): void {
  if (without > 0)
    say(
      `${without} accounts without an address, which the system does not tell: write id,email,name for each into a file, and add --people FILE.csv.`,
    );
}

function writeFiles(folder: string, files: readonly FileText[], { say }: Outside): void {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new CliRefused(`${folder} is not empty. Choose a new folder.`);
  mkdirSync(folder, { recursive: true });
  for (const { path, text } of files) writeFileSync(join(folder, path), text);
  const things = files.reduce((sum, { text }) => sum + (JSON.parse(text) as readonly unknown[]).length, 0);
  say(`Files for ${things} things are in ${folder}. Read them before you use them.`);
}
