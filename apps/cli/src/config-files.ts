import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { ConfigApplyRow } from '@tocsin/contracts/config-files/noun.js';
import {
  configBodyType,
  type ConfigApplyAnswer,
  type ConfigFiles,
  type ConfigPlan,
  type ConfigRequestInput,
} from '@tocsin/contracts/config-files/plan.js';
import { rescuedKeys } from '@tocsin/moving-in/rescued-keys.js';
import { CliRefused } from './cli-refused.js';
import { backtestLines, daysOf } from './config-backtest.js';
import { errorLines, hasChanges, initialsOf, planMarkdown, planText } from './config-words.js';
import { realOutside } from './real-outside.js';
import { readServerAddress, sentenceOf } from './running-server.js';
import { ConfigServer } from './config-server.js';
import type { Settings } from './settings.js';

/** Exit codes. */
const codes = { done: 0, refused: 1, changes: 2, stopped: 4 } as const;

export const configUsage =
  '--file FOLDER (repeatable) --source NAME --team NAME --prune --prune-at-most N --take-over --apply-to-open --commit ID --rescue FOLDER --backtest 90d --history --format text|markdown|json --people addresses|initials';

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const options = {
  file: { type: 'string', multiple: true },
  source: text,
  team: text,
  commit: text,
  prune: flag,
  'prune-at-most': text,
  'take-over': flag,
  'apply-to-open': flag,
  'no-invitations': flag,
  expect: text,
  rescue: { type: 'string', multiple: true },
  backtest: text,
  history: { type: 'boolean' },
  yes: flag,
  format: text,
  people: text,
  out: text,
} as const;

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new CliRefused(`${(error as Error).message}\nOptions: ${configUsage}`, { cause: error });
  }
};
type Values = ReturnType<typeof parse>;

/** Files below a folder, links not followed. */
const filesBelow = (path: string): readonly string[] => {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat) throw new CliRefused(`${path} does not exist. Check --file.`);
  if (stat.isFile()) return [path];
  if (!stat.isDirectory()) return [];
  return readdirSync(path)
    .toSorted()
    .flatMap((name) => {
      const inner = join(path, name);
      const kind = lstatSync(inner);
      if (kind.isDirectory()) return name === '.git' ? [] : filesBelow(inner);
      return kind.isFile() && /\.(?:ya?ml|json)$/i.test(name) ? [inner] : [];
    });
};

const nameOf = (file: string): string => relative(process.cwd(), file).split(sep).join('/');

/** Only these variables, and only those that the files name. */
const secretsIn = (files: readonly { readonly text: string }[], env: NodeJS.ProcessEnv): Record<string, string> => {
  const names = new Set(files.flatMap((file) => file.text.match(/TOCSIN_SECRET_[A-Z0-9_]+/g) ?? []));
  return Object.fromEntries([...names].flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
};

/** Of the keys of a rescue those that the files name: the others stay where they are. */
const keysIn = (files: readonly { readonly text: string }[], keys: Readonly<Record<string, string>>): Record<string, string> => {
  const names = new Set(files.flatMap((file) => file.text.match(/\w+@[\d:.TZ-]+#\d+/g) ?? []));
  return Object.fromEntries(Object.entries(keys).filter(([name]) => names.has(name)));
};

const requestOf = async (values: Values): Promise<ConfigRequestInput> => {
  const paths = values.file ?? [];
  if (paths.length === 0) throw new CliRefused(`Which files? Use --file FOLDER.\nOptions: ${configUsage}`);
  const files = [...new Set(paths.flatMap((path) => filesBelow(resolve(path))))].map((file) => ({
    path: nameOf(file),
    text: readFileSync(file, 'utf8'),
  }));
  const secrets = secretsIn(files, process.env);
  for (const folder of values.rescue ?? [])
    Object.assign(secrets, keysIn(files, await rescuedKeys(resolve(folder), () => realOutside.askHidden(`Phrase of ${folder}: `))));
  const most = values['prune-at-most'];
  return {
    files,
    secrets,
    commit: values.commit ?? null,
    team: values.team ?? null,
    prune: values.prune ?? false,
    takeOver: values['take-over'] ?? false,
    applyToOpen: values['apply-to-open'] ?? false,
    invitations: !(values['no-invitations'] ?? false),
    backtest: values.backtest !== undefined,
    ...(values.source === undefined ? {} : { source: values.source }),
    ...(most === undefined ? {} : { pruneAtMost: Number(most) }),
  };
};

const print = (plan: ConfigPlan, { format = 'text', people, out }: Values, backtest: readonly string[] = []): void => {
  const written =
    format === 'json'
      ? JSON.stringify({ ...plan, backtest }, undefined, 2)
      : format === 'markdown'
        ? planMarkdown(plan, people === 'initials' ? 'initials' : 'addresses', backtest)
        : [planText(plan), ...backtest].join('\n');
  if (out === undefined) console.log(written);
  else writeFileSync(out, `${written}\n`);
};

const ask = async <B>(server: ConfigServer, path: string, request: ConfigRequestInput): Promise<B> => {
  const answer = await server.post<B>(path, configBodyType, JSON.stringify(request));
  if (answer.status >= 400) throw new CliRefused(sentenceOf(answer));
  return answer.body;
};

const planAndPrint = async (request: ConfigRequestInput, values: Values, { data }: Settings): Promise<number> => {
  const days = values.backtest === undefined ? null : daysOf(values.backtest);
  const server = ConfigServer.of(readServerAddress(data));
  const nameOf = values.people === 'initials' ? initialsOf : (name: string): string => name;
  const plan = await ask<ConfigPlan>(server, '/api/config/plan', request);
  print(
    plan,
    values,
    days === null || plan.errors.length > 0 ? [] : await backtestLines({ server, nameOf }, plan, days, values.history === true),
  );
  if (plan.errors.length > 0) return codes.refused;
  return hasChanges(plan) ? codes.changes : codes.done;
};

export const planCommand = async (args: readonly string[], settings: Settings): Promise<number> => {
  const values = parse(args);
  return planAndPrint(await requestOf(values), values, settings);
};

/** A plan of files that are in no folder yet. */
export const planTexts =
  (settings: Settings) =>
  (files: readonly { readonly path: string; readonly text: string }[], source: string): Promise<number> =>
    planAndPrint({ files: [...files], source }, parse([]), settings);

const isAgreed = async (values: Values): Promise<boolean> => {
  if (values.yes) return true;
  if (!process.stdin.isTTY) throw new CliRefused('Nothing was applied. Use --expect DIGEST of the plan that was reviewed, or --yes.');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question('Apply this? [y/N] ');
  terminal.close();
  return /^y(?:es)?$/i.test(answer.trim());
};

export const applyCommand = async (args: readonly string[], { data }: Settings): Promise<number> => {
  const values = parse(args);
  const server = ConfigServer.of(readServerAddress(data));
  const request = await requestOf(values);
  let { expect } = values;
  // a token that may not read how far it is: refused before anything is done
  await server.get('/api/views/configApplies?limit=1');
  if (expect === undefined) {
    const plan = await ask<ConfigPlan>(server, '/api/config/plan', request);
    print(plan, values);
    if (plan.errors.length > 0) return codes.refused;
    if (hasChanges(plan) && !(await isAgreed(values))) return codes.refused;
    expect = plan.digest;
  }
  const { plan, applyId } = await ask<ConfigApplyAnswer>(server, '/api/config/apply', { ...request, expect });
  for (const line of errorLines(plan)) console.error(line);
  if (plan.errors.length > 0) return codes.refused;
  return applyId === null ? say('There is nothing to apply.', codes.done) : follow(server, applyId);
};

const say = (sentence: string, code: number): number => {
  console.log(sentence);
  return code;
};

const interval = 500;
const longestWait = 3_600_000;

/** The server carries it on by itself; this only waits for its end. */
const follow = async (server: ConfigServer, applyId: string): Promise<number> => {
  for (let waited = 0; waited < longestWait; waited += interval) {
    const row = await server.row<ConfigApplyRow>('configApplies', applyId);
    if (row?.state === 'applied') return say('Applied.', codes.done);
    if (row?.state === 'stopped')
      return say(
        `Stopped at step ${row.done + 1} of ${row.steps}: ${row.stoppedAt?.about ?? ''} was refused. Plan again to see what is left.`,
        codes.stopped,
      );
    await pause(interval);
  }
  throw new CliRefused('The server has not finished within an hour. It continues; plan again later.');
};

export const exportCommand = async (args: readonly string[], { data }: Settings): Promise<number> => {
  const { team, out = 'tocsin-config' } = parse(args);
  const server = ConfigServer.of(readServerAddress(data));
  const { files } = await server.get<ConfigFiles>(`/api/config/export${team === undefined ? '' : `?team=${encodeURIComponent(team)}`}`);
  for (const { path, text: content } of files) {
    const file = resolve(out, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  return say(`Wrote ${files.length} files to ${out}.`, codes.done);
};
