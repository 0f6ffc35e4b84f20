import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { inRoot } from './root.mjs';

/** Specs in a group: enough that loading is shared, few enough that all groups of a run end at about the same time. */
const inGroup = 16;

/** The folder of the groups, from the root. */
export const groupsFolder = '.cache/groups';

/**
 * Writes test files that each run a group of specs, given as paths from the root. Jest loads every module anew in each test file, which took three
 * times as long as the tests of pure functions themselves; in a group the specs share what they load. Each is a `describe` of its own.
 */
export const writeGroups = (specs) => {
  const folder = inRoot(groupsFolder);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const sorted = specs.toSorted();
  for (let n = 0; n * inGroup < sorted.length; n += 1) {
    const lines = sorted
      .slice(n * inGroup, (n + 1) * inGroup)
      .map((spec) => `describe('${spec}', () => void require('${inRoot(spec)}'));\n`);
    writeFileSync(`${folder}/${String(n).padStart(2, '0')}.spec.js`, lines.join(''));
  }
};
