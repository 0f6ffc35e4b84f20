import { parseArgs } from 'node:util';
import { RescueRefused } from './rescue-refused.js';
import { addressOf } from './address.js';
import { Client } from './client.js';
import { Collector } from './collect.js';
import { withFolderLock } from './folder-lock.js';
import { forgetPerson } from './forget.js';
import { finish, isFinished } from './manifest.js';
import type { Outside, Terminal } from './outside.js';
import { makePlace } from './place.js';
import { ProgressLine } from './progress-line.js';
import { readProgress, type Progress } from './progress.js';
import { RescueStopped } from './rescue-stopped.js';
import { Seal } from './seal.js';
import type { System } from './source.js';
import { systemNamed, systems } from './systems.js';
import { verifyRescue } from './verify.js';
import { endOf } from './words.js';

const rescueUsage = `tocsin rescue ${systems.map(({ name }) => name).join('|')} FOLDER [--url ADDRESS] [--since DATE] [--with-keys] [--encrypt] [--here]
       tocsin rescue jsm FOLDER --cloud ID --user MAIL_ADDRESS
       tocsin rescue verify FOLDER
       tocsin rescue forget FOLDER PERSON
The token is asked for, or taken from TOCSIN_RESCUE_TOKEN. Give it read rights only. Nothing is changed in the other system.`;

/** The other system is away: the same command later goes on. */
const awayCode = 75;
const leastPhrase = 12;

const option = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;
const options = { url: option, cloud: option, user: option, since: option, 'with-keys': flag, encrypt: flag, here: flag };

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    // not the error’s own words: they repeat what was typed, which may be a token
    throw new RescueRefused(`Unknown option. There is none for the token.\nUsage: ${rescueUsage}`, { cause: error });
  }
};
type Options = ReturnType<typeof parse>['values'];

/** Copies what another system tells into a folder. Needs no server and no data folder. */
export async function rescue(args: readonly string[], outside: Outside, terminal: Terminal): Promise<number> {
  const { values, positionals } = parse(args);
  const [what = '', folder, person, ...rest] = positionals;
  if (folder === undefined || rest.length > 0) throw new RescueRefused(`Usage: ${rescueUsage}`);
  if (what === 'verify' && person === undefined) return verifyRescue(folder, outside.say);
  if (what === 'forget' && person !== undefined) return forgetPerson(folder, person, outside);
  const system = systemNamed(what);
  if (system === undefined || person !== undefined) throw new RescueRefused(`Usage: ${rescueUsage}`);
  return withPlace(system, folder, { ...values, isKept: true }, outside, terminal);
}

/** How a system is asked for a copy that only the same command reads. */
export type LiveAddress = Pick<Options, 'url' | 'cloud' | 'user' | 'since'>;

/** A rescue without a word on its folder, which the caller deletes. */
export const copyToRead = (system: System, folder: string, address: LiveAddress, outside: Outside, terminal: Terminal): Promise<number> =>
  withPlace(system, folder, { ...address, 'with-keys': false, encrypt: false, here: true, isKept: false }, outside, terminal);

type Placing = Options & { readonly isKept: boolean };

async function withPlace(system: System, path: string, values: Placing, outside: Outside, terminal: Terminal): Promise<number> {
  const address = addressOf(system, values);
  const folder = makePlace(path, values.here);
  if (isFinished(folder))
    throw new RescueRefused(`${folder} has a finished rescue. Choose a new folder; with --since it reads only what is new.`);
  return withFolderLock(folder, async () => {
    const { progress, seal } = await begin(system, folder, address, values, outside);
    const given = outside.env.TOCSIN_RESCUE_TOKEN ?? '';
    const token = given === '' ? await outside.askHidden(`Token for ${address.origin} (read rights only): `) : given;
    if (!token) throw new RescueRefused('There is no token: set TOCSIN_RESCUE_TOKEN, or run this in a terminal, which asks for it.');
    const { user, isKept } = values;
    return collect(system, { folder, isKept, address, token: token.trim(), user, seal, progress }, outside, terminal);
  });
}

interface Begun {
  readonly folder: string;
  readonly isKept: boolean;
  readonly address: URL;
  readonly token: string;
  readonly user: string | undefined;
  readonly seal: Seal | null;
  readonly progress: Progress;
}

async function collect(
  system: System,
  { folder, isKept, address, token, user, seal, progress }: Begun,
  outside: Outside,
  terminal: Terminal,
): Promise<number> {
  const headers = system.headersOf(token, user);
  const hidden = [token, ...Object.values(headers).flatMap((value) => value.split(' '))].filter(
    (text) => text.includes(token) || isCoded(text, token),
  );
  const line = new ProgressLine(terminal, outside.elapsed);
  const client = new Client(system, address, headers, outside);
  const collector = new Collector({ folder, system, client, outside, line, seal, hidden }, progress);
  try {
    await collector.run();
  } catch (error) {
    if (!(error instanceof RescueStopped)) throw error;
    line.end();
    outside.say(`${error.message}\n${isKept ? 'What was read is kept: the same command goes on from there.' : 'Nothing is kept.'}`);
    return awayCode;
  }
  line.end();
  const manifest = await finish(folder, system, collector.progress, { now: outside.now(), fileOf: (kind) => collector.fileOf(kind) });
  if (isKept) for (const sentence of endOf(folder, system, manifest)) outside.say(sentence);
  return 0;
}

const isCoded = (text: string, token: string): boolean => Buffer.from(text, 'base64').toString().includes(token);

/** A new rescue, or the one in this folder, which must be the same. */
async function begin(
  system: System,
  folder: string,
  address: URL,
  values: Options,
  outside: Outside,
): Promise<Pick<Begun, 'progress' | 'seal'>> {
  const found = readProgress(folder);
  if (found !== null) {
    if (found.system !== system.name || found.address !== address.href)
      throw new RescueRefused(`${folder} has a rescue of ${found.system} at ${found.address}.`);
    outside.say(`Going on with the rescue that began at ${found.at}.`);
    return {
      progress: found,
      seal: found.seal === null ? null : Seal.open((await outside.askHidden('Phrase of the folder: ')) ?? '', found.seal),
    };
  }
  const seal = values.encrypt || values['with-keys'] ? Seal.create(await newPhrase(outside)) : null;
  const progress: Progress = {
    format: 1,
    system: system.name,
    address: address.href,
    at: outside.now().toISOString(),
    since: sinceOf(values.since),
    seal: seal?.setting ?? null,
    encrypts: values.encrypt,
    keys: values['with-keys'] ? { bytes: 0, count: 0 } : null,
    leftOut: 0,
    kinds: {},
  };
  return { progress, seal };
}

async function newPhrase({ askHidden, say }: Outside): Promise<string> {
  say(
    `A phrase of at least ${leastPhrase} characters encrypts. Without it nobody can read what it encrypted: if it is lost, that is lost.`,
  );
  const phrase = (await askHidden('Phrase: ')) ?? '';
  if (phrase.length < leastPhrase) throw new RescueRefused(`The phrase needs at least ${leastPhrase} characters, typed in a terminal.`);
  if ((await askHidden('The same again: ')) !== phrase) throw new RescueRefused('The two phrases differ. Nothing was read.');
  return phrase;
}

function sinceOf(text: string | undefined): string | null {
  if (text === undefined) return null;
  const millis = /^\d{4}-\d\d(-\d\d(T.*)?)?$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(millis)) throw new RescueRefused('--since needs a date, such as 2025-12-01.');
  return new Date(millis).toISOString();
}
