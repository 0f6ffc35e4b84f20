// contract: full
import { checkPlanted } from './check-planted-fault.js';

const lintFiles = (files: Record<string, string>) =>
  checkPlanted(files, 'oxlint/bin/oxlint', '--deny-warnings', '--format=unix', ...Object.keys(files));

const impure = [
  ['new Date()', 'no-restricted-globals'],
  ['Date.now()', 'no-restricted-globals'],
  ['performance.now()', 'no-restricted-globals'],
  ['Math.random()', 'no-restricted-properties'],
  ['crypto.randomUUID()', 'no-restricted-globals'],
  ['globalThis.Date.now()', 'no-restricted-globals'],
  ['process.env.HOME', 'no-restricted-globals'],
  ["fetch('http://localhost')", 'no-restricted-globals'],
  ['setTimeout(() => 1, 1)', 'no-restricted-globals'],
].map(([what, rule]) => ({ what, rule, text: `export const x = (): unknown => ${what};\n` }));

const imports = ['node:fs', 'node:crypto', 'fs', 'crypto', 'node:timers/promises', 'uuid', '@nestjs/common'].map((name) => ({
  what: `an import of ${name}`,
  rule: 'no-restricted-imports',
  text: `import * as it from '${name}';\n\nexport const x = it;\n`,
}));

const temporalCall = (call: string) => `import { Temporal } from 'temporal-polyfill';\n\nexport const x = ${call};\n`;
const clock = { what: "Temporal's clock", rule: 'no-restricted-properties', text: temporalCall('Temporal.Now.instant()') };

describe.each(['libs/kernel/src', 'libs/domain/src/nouns'])('the purity rules, in %s', (folder) => {
  const plantedFiles = [...impure, ...imports, clock].map((plant, index) => ({ ...plant, file: `${folder}/planted${index}.ts` }));
  let verdict: ReturnType<typeof lintFiles>;
  beforeAll(() => {
    verdict = lintFiles(Object.fromEntries(plantedFiles.map(({ file, text }) => [file, text])));
  });

  it.each(plantedFiles)('report $what', ({ file, rule }) => {
    const findings = verdict.output.split('\n').filter((line) => line.startsWith(`${file}:`));
    expect(findings.join('\n')).toContain(rule);
  });

  it('let arithmetic with times pass', () => {
    expect(lintFiles({ [`${folder}/x.ts`]: temporalCall("Temporal.Instant.from('2026-01-01T00:00:00Z')") })).toMatchObject({
      isFine: true,
    });
  });
});

it('let everybody else ask the clock', () => {
  const text = 'export const x = (): number[] => [Date.now(), Math.random()];\n';
  const files = ['libs/platform/src/x.ts', 'libs/kernel/src/x.spec.ts', 'apps/server/src/x.ts'].map((file) => [file, text]);
  expect(lintFiles(Object.fromEntries(files))).toMatchObject({ isFine: true });
});

describe('the two files of the kernel that convert times and compute ids', () => {
  it('may do just that', () => {
    const time = 'export const x = (millis: number): string => new Date(millis).toISOString();\n';
    const ids = "import { v5 } from 'uuid';\n\nexport const x = v5;\n";
    expect(lintFiles({ 'libs/kernel/src/time.ts': time, 'libs/kernel/src/ids.ts': ids })).toMatchObject({ isFine: true });
  });

  it.each([
    ['time.ts', 'Date.now()'],
    ['time.ts', 'Math.random()'],
    ['ids.ts', 'new Date()'],
    ['ids.ts', 'Math.random()'],
  ])('may not, in %s, call %s', (file, call) => {
    expect(lintFiles({ [`libs/kernel/src/${file}`]: `export const x = (): unknown => ${call};\n` }).isFine).toBe(false);
  });
});
