import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configuration } from '@tocsin/contracts/configuration.js';
import { readConfig } from './config.js';

const sourcesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .map((file) => join(folder, file));
const sources = [__dirname, join(__dirname, '../../cli/src')].flatMap(sourcesIn);
const read = new Set(sources.flatMap((file) => readFileSync(file, 'utf8').match(/\bTOCSIN_[A-Z_]+\b/g) ?? []));
const documentedNames = configuration.map(({ name }) => name);

describe('the list of settings', () => {
  it('has each that the server or the command line reads, and no other', () => {
    expect(documentedNames.filter((name) => name.startsWith('TOCSIN_')).toSorted()).toEqual([...read].toSorted());
  });

  it('says the defaults that hold', () => {
    const defaults = Object.fromEntries(configuration.map((setting) => [setting.name, setting.default ?? '']));
    const { TOCSIN_MAIL_FROM: _inWords, ...written } = defaults;
    const comparable = ({ trustsProxy, ...rest }: ReturnType<typeof readConfig>) => ({
      ...rest,
      trusts: ['127.0.0.1', '10.0.0.1'].map((ip) => trustsProxy(ip, 0)),
    });
    expect(comparable(readConfig(written))).toEqual(comparable(readConfig({})));
  });
});
