import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { openVault } from '@tocsin/platform/vault/sqlite-vault.js';

const execFileAsync = promisify(execFile);
const months = Array.from({ length: 60 }, (_, n) => `raw:i1:20${30 + Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, '0')}`);

/** A second vault instance: for each of these months it requests the key as the first signal of the month does, or makes it ahead. */
const door = `
  const [, module, folder, how, ...months] = process.argv;
  const { openVault } = await import(module);
  const vault = openVault(folder);
  if (how === 'ahead') for (let from = 0; from < months.length; from += 5) vault.addKeys(months.slice(from, from + 5));
  const keys = months.map((month) => vault.keyFor(month).toString('hex'));
  vault.close();
  console.log(JSON.stringify(keys));
`;

it('two processes at the turn of a month have one key for it, whichever makes it, and in whichever way', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'two-doors-'));
  try {
    openVault(folder).close();
    const module = resolve('dist/modules/libs/platform/src/vault/sqlite-vault.js');
    const open = async (order: string): Promise<readonly string[]> => {
      const { stdout } = await execFileAsync(process.execPath, ['--input-type=module', '-e', door, module, folder, order, ...months]);
      return JSON.parse(stdout) as readonly string[];
    };
    const [first, ...otherOrders] = await Promise.all(['signal', 'ahead', 'signal', 'ahead'].map(open));
    expect(new Set(first).size).toBe(months.length);
    for (const keys of otherOrders) expect(keys).toEqual(first);
    const vault = openVault(folder);
    expect(months.map((month) => vault.keyUnlessDestroyed(month)?.toString('hex'))).toEqual(first);
    vault.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
