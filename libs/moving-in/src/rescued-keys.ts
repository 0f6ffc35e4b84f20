import { join } from 'node:path';
import { BlockFile } from './rescue/block-file.js';
import { keysFile } from './rescue/collect.js';
import { readManifest, type Manifest } from './rescue/manifest.js';
import { RescueRefused } from './rescue/rescue-refused.js';
import { Seal } from './rescue/seal.js';
import { listDamage } from './rescue/verify.js';

/** How files name one rescue: numbers of keys are those of its folder alone. */
export const rescueName = ({ system, at }: Pick<Manifest, 'system' | 'at'>): string => `${system}@${at}`;

/** The keys that `tocsin rescue --with-keys` has put into one encrypted file, by their names in files. Throws RescueRefused. */
export async function rescuedKeys(folder: string, askPhrase: () => Promise<string | null>): Promise<Readonly<Record<string, string>>> {
  const damage = await listDamage(folder);
  if (damage.length > 0) throw new RescueRefused(`${damage.join('\n')}\nNothing was read.`);
  const manifest = readManifest(folder);
  const file = manifest.files.find(({ kind }) => kind === null);
  if (file === undefined || manifest.seal === null) throw new RescueRefused(`${folder} has no keys: a rescue with --with-keys keeps them.`);
  const seal = Seal.open((await askPhrase()) ?? '', manifest.seal);
  const keys: [string, string][] = [];
  for await (const text of new BlockFile(join(folder, keysFile), keysFile, seal).lines(file.bytes)) {
    const { key, value } = JSON.parse(text) as { readonly key: number; readonly value: unknown };
    if (typeof value === 'string') keys.push([`${rescueName(manifest)}#${key}`, value]);
  }
  return Object.fromEntries(keys);
}
