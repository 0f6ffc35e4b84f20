import { targetsOf } from './responders.js';

const personRow = (id: string, name: string, more: object = {}) => ({
  id,
  name,
  email: `${id}@example.org`,
  state: 'active',
  role: 'member',
  ...more,
});
const rowsOf = <Row extends { readonly id: string }>(rows: readonly Row[]) => {
  let looked = 0;
  return {
    all: () => ((looked += 1), rows),
    get: (id: string) => rows.find((row) => row.id === id),
    looks: () => looked,
  };
};
const readsOf = (people: readonly ReturnType<typeof personRow>[]) => {
  const teams = rowsOf([
    { id: 't1', name: 'Database', removed: true },
    { id: 't2', name: 'database', removed: false },
  ]);
  const schedules = rowsOf([
    { id: 's1', name: 'Nights', removed: true },
    { id: 's2', name: 'Days', removed: false },
  ]);
  return { people: rowsOf(people), teams, schedules };
};
const find = (reads: ReturnType<typeof readsOf>, kind: 'person' | 'team' | 'schedule', ...names: string[]) =>
  targetsOf(
    reads as never,
    names.map((name) => ({ kind, name })),
  );

describe('responders that a sender names', () => {
  const ana = { kind: 'person', personId: 'ana' };

  it('are found by id, address or name, each once', () =>
    expect(find(readsOf([personRow('ana', 'Ana Li')]), 'person', 'ANA', 'ana@example.org', 'ana li', 'nobody')).toEqual([ana]));

  it('are no one who is gone or observes, and no namesake of several', () => {
    const gone = personRow('old', 'Ana Li', { state: 'disabled' });
    const observer = personRow('eye', 'Eve', { role: 'observer' });
    expect(find(readsOf([gone, observer, personRow('ana', 'Ana Li')]), 'person', 'Ana Li', 'Eve', 'old')).toEqual([ana]);
    expect(find(readsOf([personRow('ana', 'Ana Li'), personRow('ann', 'Ana Li')]), 'person', 'Ana Li')).toEqual([]);
  });

  it('are those whose id or address it is, before those whose name it is', () =>
    expect(find(readsOf([personRow('bo', 'ana@example.org'), personRow('ana', 'Ana')]), 'person', 'ana@example.org')).toEqual([ana]));

  it('are teams and schedules that are still there', () => {
    expect(find(readsOf([]), 'team', 'Database')).toEqual([{ kind: 'team', teamId: 't2' }]);
    expect(find(readsOf([]), 'schedule', 'Nights', 'Days')).toEqual([{ kind: 'schedule', scheduleId: 's2' }]);
  });

  it('are looked for in one pass, however many there are', () => {
    const reads = readsOf([personRow('ana', 'Ana Li')]);
    find(reads, 'person', ...Array.from({ length: 1_000 }, (_, n) => `x${n}`));
    expect(reads.people.looks()).toBe(1);
  });
});
