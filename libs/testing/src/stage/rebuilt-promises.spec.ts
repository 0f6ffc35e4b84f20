import { globSync } from 'node:fs';
import { isRebuilt, rebuiltPromises } from './rebuilt-promises.js';

const promises = globSync('test/promises/**/*.spec.ts');

describe('whose views a started server builds again', () => {
  const tier = process.env['TOCSIN_TEST_TIER'];
  afterEach(() => void (tier === undefined ? delete process.env['TOCSIN_TEST_TIER'] : (process.env['TOCSIN_TEST_TIER'] = tier)));

  it.each(rebuiltPromises)('are those of %s, which is there', (part) => {
    process.env['TOCSIN_TEST_TIER'] = 'full';
    const namedPromises = promises.filter((file) => file.startsWith(`test/promises/${part}`));
    expect(namedPromises).not.toEqual([]);
    expect(namedPromises.filter((file) => !isRebuilt(`/somewhere/${file}`))).toEqual([]);
  });

  it('are not those of every promise, but in the deep run', () => {
    process.env['TOCSIN_TEST_TIER'] = 'full';
    expect(promises.every((file) => isRebuilt(`/somewhere/${file}`))).toBe(false);
    process.env['TOCSIN_TEST_TIER'] = 'deep';
    expect(promises.every((file) => isRebuilt(`/somewhere/${file}`))).toBe(true);
  });

  it('are those of whatever is no promise', () => {
    process.env['TOCSIN_TEST_TIER'] = 'full';
    expect([isRebuilt('/somewhere/test/faults/kill.spec.ts'), isRebuilt('/somewhere/test/browser/history.spec.ts')]).toEqual([true, true]);
  });
});
