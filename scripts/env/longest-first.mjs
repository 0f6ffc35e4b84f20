import { createRequire } from 'node:module';
import { join } from 'node:path';

const Sequencer = createRequire(import.meta.url)('@jest/test-sequencer').default;

/** Jest begins with what took longest in the last run. Suites share the cache of compiled files; what was remembered of one must not replace another’s. */
export default class LongestFirst extends Sequencer {
  _getCachePath({ config }) {
    return join(config.cacheDirectory, `durations-${config.displayName.name.replaceAll('/', '-')}.json`);
  }
}
