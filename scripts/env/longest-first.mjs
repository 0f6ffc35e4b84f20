import { createRequire } from 'node:module';
import { join } from 'node:path';
import { longFiles } from '../suites.mjs';

const Sequencer = createRequire(import.meta.url)('@jest/test-sequencer').default;

const rankOf = ({ path }) => {
  const rank = longFiles.findIndex((file) => path.endsWith(`/${file}`));
  return rank === -1 ? longFiles.length : rank;
};

/**
 * The order of the files of a run: what takes long begins first, or one core waits for it in the end. Jest remembers how long a file took; a
 * clean clone remembers nothing, and there the size of a file says little.
 */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    // oxlint-disable-next-line unicorn/no-array-sort -- its own method, of no array
    return super.sort(tests).toSorted((a, b) => rankOf(a) - rankOf(b));
  }

  // suites share the cache of compiled files and with it the name of this one, and each would write over it
  _getCachePath({ config }) {
    return join(config.cacheDirectory, `durations-${config.displayName.name}.json`);
  }
}
