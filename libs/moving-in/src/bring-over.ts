import { configurationFiles } from '@tocsin/domain/observers/moving-in/configuration-files.js';
import { fitOrganisation, type FittedOrganisation } from '@tocsin/domain/observers/moving-in/fit.js';
import type { KnownAccounts } from '@tocsin/domain/observers/moving-in/jsm.js';
import type { ForeignOrganisation } from '@tocsin/domain/observers/moving-in/organisation.js';
import { readers } from '@tocsin/domain/observers/moving-in/readers.js';
import { compareAll, unexplainedHours, type Comparison } from './compare-all.js';
import { textsOf, type FileText } from './file-texts.js';
import { isFinished, readManifest, type Manifest } from './rescue/manifest.js';
import { RescueRefused } from './rescue/rescue-refused.js';
import { Seal } from './rescue/seal.js';
import type { System } from './rescue/source.js';
import { listDamage } from './rescue/verify.js';
import { rescueName } from './rescued-keys.js';
import { rescuedAnswers } from './rescued-answers.js';

/** A schedule that differs for longer than this, and no rule says why, is not brought over unseen. */
const mostUnexplained = 1;

/** What a rescued folder becomes here. */
export interface BroughtOver {
  readonly organisation: ForeignOrganisation;
  readonly fitted: FittedOrganisation;
  readonly comparisons: readonly Comparison[];
  /** What the folder lacks, in sentences. */
  readonly missing: readonly string[];
  /** Schedules that would differ without a reason. */
  readonly refused: readonly string[];
  readonly files: readonly FileText[];
}

export interface BringOptions {
  /** Where policies go that belong to no team. */
  readonly team: string;
  readonly accounts?: KnownAccounts | undefined;
  readonly askPhrase: () => Promise<string | null>;
  /** New services page nobody until they go live. */
  readonly rehearses?: boolean;
  /** The keys of the rescue may be named: whoever applies the files has its folder. */
  readonly withKeys?: boolean;
}

/** Reads a rescued folder. Throws RescueRefused for one of another system, or one that is not as it was written. */
export async function bringOver(
  folder: string,
  system: System,
  { team, accounts, askPhrase, rehearses = false, withKeys = false }: BringOptions,
): Promise<BroughtOver> {
  const manifest = await wholeManifest(folder, system.name);
  const at = Date.parse(manifest.at);
  const seal = await sealOf(manifest, askPhrase);
  const read = readers[system.name as keyof typeof readers];
  const organisation = read(await rescuedAnswers(folder, system, manifest, seal), at, accounts);
  const fitted = fitOrganisation(organisation, team);
  const comparisons = compareAll(organisation, fitted, at);
  const refused = comparisons
    .filter(({ schedule, differences }) => schedule.isUnreadable || unexplainedHours(differences) > mostUnexplained)
    .map(({ schedule }) => schedule.name);
  const rescue = withKeys && manifest.secrets.kept > 0 ? rescueName(manifest) : undefined;
  const keyPrefix = `${system.name}:${accountOf(system.name, manifest.address)}`;
  const files = configurationFiles(fitted, { keyPrefix, rehearses, rescue });
  return { organisation, fitted, comparisons, missing: missingIn(system, manifest), refused: [...new Set(refused)], files: textsOf(files) };
}

export const sealOf = async ({ seal, encrypted }: Manifest, askPhrase: BringOptions['askPhrase']): Promise<Seal | null> =>
  seal !== null && encrypted ? Seal.open((await askPhrase()) ?? '', seal) : null;

/** Whose account it is: Jira’s are at one address, told apart by their path. */
export const accountOf = (name: string, address: string): string => {
  const { host, pathname } = new URL(address);
  return name === 'jsm' ? (pathname.split('/').findLast((part) => part !== '') ?? host) : host;
};

/** Throws RescueRefused for a folder of another system, or one that is not as it was written. */
export async function wholeManifest(folder: string, name: string): Promise<Manifest> {
  if (!isFinished(folder)) throw new RescueRefused(`${folder} has no finished rescue: run “tocsin rescue ${name} ${folder}” first.`);
  const damage = await listDamage(folder);
  if (damage.length > 0) throw new RescueRefused(`${damage.join('\n')}\nNothing was read.`);
  const manifest = readManifest(folder);
  if (manifest.system !== name) throw new RescueRefused(`${folder} has a rescue of ${manifest.system}.`);
  return manifest;
}

const missingIn = ({ kinds }: System, { unread }: Manifest): readonly string[] => {
  const history = new Set(kinds.filter(({ isHistory }) => isHistory).map(({ name }) => name));
  return unread
    .filter(({ kind }) => !history.has(kind))
    .map(({ asked, status, why }) => `Missing in this folder: ${asked} (${status}, ${why}).`);
};

/** What Jira does not tell, and people have to. */
export const accountsWithout = ({ people }: ForeignOrganisation): number =>
  people.filter(({ email }) => email === null || email === '').length;

/** `id,email,name`, a line for each account. */
export function accountsIn(text: string): KnownAccounts {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  return new Map(
    lines.flatMap((line) => {
      const [id = '', email = '', name = ''] = line.split(/[,;\t]/).map((part) => part.trim().replaceAll(/^"|"$/g, ''));
      return id === '' || !email.includes('@') ? [] : [[id, { email, name: name === '' ? email.split('@')[0]! : name }] as const];
    }),
  );
}
