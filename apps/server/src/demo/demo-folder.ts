import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { eventContract } from '@tocsin/contracts/catalogue.js';
import { makeFolder } from '@tocsin/platform/data-folder/staged-folder.js';
import { version } from '@tocsin/platform/data-folder/program-version.js';
import { hashPassword } from '@tocsin/platform/side/passwords.js';
import type { Config } from '../config.js';
import { newTypedPassword } from '../secrets/random-secrets.js';
import { cast, type CastName } from './company-data.js';
import { demoSeed, emailOf, passwordRefOf } from './company.js';
import { orderBacktests } from './demo-backtests.js';
import { demoPasswordRef } from './demo-words.js';
import { makeYear } from './year.js';

export interface DemoFolderOptions {
  readonly config: Pick<Config, 'clock' | 'clockAt' | 'data' | 'masterKey'>;
  readonly now: string;
  readonly days?: number;
  readonly tell: (sentence: string) => void;
}

/** Creates the demo in the configured data folder, unless it exists. */
export const ensureDemo = async ({ config, now, days, tell }: DemoFolderOptions): Promise<void> => {
  if (existsSync(join(config.data, 'tocsin.json'))) return;
  tell('Making the demo: a year of an invented company, once. This takes about a minute.');
  const until = config.clockAt ?? now;
  const { events, company } = makeYear({
    seed: demoSeed,
    until,
    clock: config.clock,
    ...(days === undefined ? {} : { days }),
    onDay: (day, of, count) => {
      if (day % Math.ceil(of / 6) === 0) tell(`  ${Math.round((day / of) * 100)} %: ${day} days, ${count} events`);
    },
  });
  // shown only in the terminal: a demo may be reachable from other machines
  const password = newTypedPassword();
  const hashed = await hashPassword(password);
  await makeFolder({
    path: config.data,
    logKind: 'demo',
    program: version,
    now,
    masterKey: config.masterKey,
    contractOf: eventContract,
    events,
    secrets: (vault) => {
      vault.putSecret(demoPasswordRef, password);
      for (const castName of Object.keys(cast) as CastName[]) vault.putSecret(passwordRefOf(company.person(castName)), hashed);
    },
  });
  await orderBacktests(company, { data: config.data, until });
  tell(`Made ${events.length} events in ${config.data}. Delete that folder to create a new one. Owner: ${emailOf('ines')}.`);
};
