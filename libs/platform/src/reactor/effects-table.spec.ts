import { mergeTables } from './effects-table.js';

const doNothing = async (): Promise<void> => {};

describe('effects of several tables', () => {
  it('are one table', () => {
    expect(Object.keys(mergeTables([{ Asked: doNothing }, { Paid: doNothing }]))).toEqual(['Asked', 'Paid']);
  });
  it('throw where two follow from one event', () => {
    expect(() => mergeTables([{ Asked: doNothing }, { Asked: doNothing }])).toThrow('two effects follow from Asked');
  });
});
