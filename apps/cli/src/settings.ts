import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CliRefused } from './cli-refused.js';

export interface Settings {
  /** The data folder, absolute. */
  readonly data: string;
  readonly masterKey: string | undefined;
  /** The one that is to replace it. */
  readonly newMasterKey: string | undefined;
}

const given = (text: string | undefined): string | undefined => (text === '' ? undefined : text);

/** From the same variables as the server’s. */
export const readSettings = (env: NodeJS.ProcessEnv): Settings => ({
  data: resolve(given(env.TOCSIN_DATA) ?? 'data'),
  masterKey: given(env.TOCSIN_MASTER_KEY),
  newMasterKey: given(env.TOCSIN_NEW_MASTER_KEY),
});

/** Throws CliRefused where there is no data folder: a command of maintenance makes none. */
export const requireData = ({ data }: Settings): void => {
  if (existsSync(join(data, 'tocsin.json'))) return;
  throw new CliRefused(`There is no data folder of Tocsin at ${data}. Set TOCSIN_DATA to the one that the server uses.`);
};
