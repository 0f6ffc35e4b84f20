import { globSync } from 'node:fs';
import { isRebuilt, rebuiltPromises } from './rebuilt-promises.js';

const promises = globSync('test/promises/**/*.spec.ts');

describe('whose views a started server builds again', () => {
  const deep = process.env['TOCSIN_DEEP'];
  afterEach(() => void (deep === undefined ? delete process.env['TOCSIN_DEEP'] : (process.env['TOCSIN_DEEP'] = deep)));

  it.each(rebuiltPromises)('are those of %s, which is there', (part) => {
    process.env['TOCSIN_DEEP'] = '0';
    const namedPromises = promises.filter((file) => file.startsWith(`test/promises/${part}`));
    expect(namedPromises).not.toEqual([]);
    expect(namedPromises.filter((file) => !isRebuilt(`/somewhere/${file}`))).toEqual([]);
  });

  it('are not those of every promise, but in the deep run', () => {
    process.env['TOCSIN_DEEP'] = '0';
    expect(promises.every((file) => isRebuilt(`/somewhere/${file}`))).toBe(false);
    process.env['TOCSIN_DEEP'] = '1';
    expect(promises.every((file) => isRebuilt(`/somewhere/${file}`))).toBe(true);
  });

  it('are those of whatever is no promise', () => {
    process.env['TOCSIN_DEEP'] = '0';
    expect([isRebuilt('/somewhere/test/faults/kill.spec.ts'), isRebuilt('/somewhere/test/browser/history.spec.ts')]).toEqual([true, true]);
  });
});
