import { oneTable } from './effects-table.js';

const nothing = async (): Promise<void> => {};

describe('effects of several tables', () => {
  it('are one table', () => {
    expect(Object.keys(oneTable([{ Asked: nothing }, { Paid: nothing }]))).toEqual(['Asked', 'Paid']);
  });
  it('throw where two follow from one event', () => {
    expect(() => oneTable([{ Asked: nothing }, { Asked: nothing }])).toThrow('two effects follow from Asked');
  });
});
