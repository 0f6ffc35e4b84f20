import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { refusals } from '@tocsin/contracts/refusals.js';

const filesIn = (folder: string, isTest: RegExp): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((file) => (isTest.test(file) ? [join(folder, file)] : []));

it('every refusal is named by a test that saw it: one that nothing can end in is no part of the API', () => {
  const tests = [
    ...['apps', 'libs'].flatMap((folder) => filesIn(folder, /\.spec\.tsx?$/)),
    ...['test', join('libs', 'testing', 'src')].flatMap((folder) => filesIn(folder, /\.ts$/)),
  ];
  const named = new Set(tests.flatMap((file) => readFileSync(file, 'utf8').match(/[a-z_]+\.[a-z_]+/g) ?? []));
  expect(Object.keys(refusals).filter((code) => !named.has(code))).toEqual([]);
});
