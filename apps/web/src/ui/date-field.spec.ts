import { globSync, readFileSync } from 'node:fs';

it('is what every screen asks for dates and times with: native fields follow the language of the browser', () => {
  const files = globSync('apps/web/src/**/*.tsx');
  const native = files.filter((file) => /type=["'{]+(?:date|time|datetime-local|month|week)["'}]/.test(readFileSync(file, 'utf8')));
  expect([files.length > 100, native]).toEqual([true, []]);
});
