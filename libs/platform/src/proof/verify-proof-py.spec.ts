import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Chance } from '@tocsin/kernel/chance.js';
import { proofVectors as vectors } from '@tocsin/testing/proof/vectors.js';
import { sayNotRun } from '@tocsin/testing/machine/not-run.js';

const program = join('docs', 'guide', 'verify-proof.py');
const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) sayNotRun('the verifier of the guide in Python: it needs python3');

const run = (files: readonly string[]): readonly string[] => {
  const folder = mkdtempSync(join(tmpdir(), 'proof-'));
  try {
    const paths = files.map((text, n) => {
      writeFileSync(join(folder, String(n)), text);
      return join(folder, String(n));
    });
    const { stdout } = spawnSync('python3', [program, vectors.key.public, ...paths], { encoding: 'utf8' });
    return stdout.split('\n').map((line) => line.slice(0, 3));
  } finally {
    rmSync(folder, { recursive: true });
  }
};

(hasPython ? describe : describe.skip)('the verifier of the guide', () => {
  it('has at most 90 lines, so that it can be read before it is trusted', () => {
    expect(readFileSync(program, 'utf8').split('\n').length - 1).toBeLessThanOrEqual(90);
  });

  it('takes what the format takes, refuses what it refuses, and any changed character', () => {
    const chance = new Chance(1);
    const changed = Array.from({ length: 20 }, () => {
      const file = chance.pick([vectors.export, vectors.selection]);
      const at = chance.drawBetween(0, file.length - 1);
      return file.slice(0, at) + (file[at] === '0' ? '1' : '0') + file.slice(at + 1);
    });
    const [good, bad] = [
      [vectors.export, vectors.selection],
      [...vectors.mustFail.map((one) => one.export), ...changed],
    ];
    expect(run([...good, ...bad])).toEqual([...good.map(() => 'ok '), ...bad.map(() => 'BAD'), '']);
  });
});
