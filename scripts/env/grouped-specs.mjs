import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { inRoot } from './root.mjs';

/** The folder of a suite’s groups, from the root. */
export const groupsOf = (suite) => `.cache/groups/${suite}`;

/**
 * Writes test files that each run a group of `grouped` specs, given as paths from the root. Jest loads every module anew in each test file, which took
 * longer than most tests themselves; in a group the specs share what they load. Each is a `describe` of its own, which says the file of its tests and
 * ends the servers that they have left.
 */
export const writeGroups = (suite, specs, { grouped, hosts }) => {
  const folder = inRoot(groupsOf(suite));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const count = Math.ceil(specs.length / grouped);
  // those with servers take longer, and those beside each other about as long: they are spread
  const groupOf = (index) => (hosts ? index % count : Math.floor(index / grouped));
  const groups = Object.groupBy(specs.toSorted().entries(), ([index]) => groupOf(index));
  for (const [group, entries] of Object.entries(groups))
    writeFileSync(`${folder}/${group.padStart(2, '0')}.spec.js`, entries.map(([, spec]) => partOf(spec)).join(''));
};

const partOf = (spec) => `describe('${spec}', () => {
  beforeAll(() => expect.setState({ testPath: '${inRoot(spec)}' }));
  require('${inRoot(spec)}');
  afterAll(() => globalThis.endHostedServers?.());
});
`;
