import { readdirSync, readFileSync } from 'node:fs';
import { inRoot } from './env/root.mjs';

/**
 * The test suites, each a project of jest.config.mjs: the specs in the folder of its name in test, or in `folders`. A spec runs in `npm test` (`short`),
 * or from `npm run test:full` on (`full`), as its suite’s `tier` says, or the first lines of the spec itself: `// faults: short, the usual kill`;
 * `never`: not in this suite. `needs` is what scripts/test.mjs makes ready. With `hosts`, servers under the manual clock start in a process that has
 * run others (docs/decisions/tests.md). In suites that are `shuffled` the tests of a file run in an order of the run’s seed. `proofs` runs last, on the logs
 * that the others left. `grouped`: so many specs are one test file, which loads what they need once (scripts/env/grouped-specs.mjs).
 */
export const suites = {
  unit: { tier: 'short', folders: ['libs', 'apps'], needs: [], grouped: 48 },
  contract: { tier: 'short', needs: ['build', 'postgres'], hosts: true, shuffled: true },
  promises: { tier: 'short', setup: 'test/light-servers.ts', needs: ['build', 'postgres'], hosts: true, shuffled: true },
  cluster: {
    tier: 'full',
    folders: ['test/promises'],
    setup: 'test/cluster-profile.ts',
    needs: ['build', 'postgres'],
    hosts: true,
    shuffled: true,
  },
  senders: { tier: 'short', needs: ['build', 'alertmanager', 'senderPrograms'], hosts: true, shuffled: true },
  browser: { tier: 'full', needs: ['build', 'chromium', 'postgres'], hosts: true },
  faults: { tier: 'full', needs: ['build', 'postgres'] },
  golden: { tier: 'short', needs: ['build', 'postgres'] },
  simulation: { tier: 'short', needs: ['build'] },
  proofs: { tier: 'short', needs: ['build'], hosts: true, shuffled: true },
};

/** The suite of a test file. */
export const suiteOf = (file) => (file.replace('./', '').startsWith('test/') ? file.replace('./', '').split('/')[1] : 'unit');

/** `deep` runs the files of `full`, with the full counts of what is random. */
export const tierOf = (args) => (args.includes('--deep') ? 'deep' : args.includes('--full') ? 'full' : 'short');

export const foldersOf = (name) => suites[name].folders ?? [`test/${name}`];

/** Specs in the folders of a suite, as paths from the root: those that this run has, and those that it leaves out. */
export const specsOf = (name, tier) => {
  const isLeftOut = (file) => {
    const least = markOf(file, name) ?? suites[name].tier;
    return least === 'never' || (least === 'full' && tier === 'short');
  };
  const { run = [], leftOut = [] } = Object.groupBy(foldersOf(name).flatMap(specsIn), (file) => (isLeftOut(file) ? 'leftOut' : 'run'));
  return { run, leftOut };
};

const specsIn = (folder) =>
  readdirSync(inRoot(folder), { recursive: true })
    .filter((path) => /\.spec\.tsx?$/.test(path))
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`);

function markOf(file, suite) {
  const [comments] = /^(\/\/.*\n)*/.exec(readFileSync(inRoot(file), 'utf8'));
  return new RegExp(`^// ${suite}: (short|full|never)\\b`, 'm').exec(comments)?.[1];
}
