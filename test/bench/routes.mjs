import { execFileSync } from 'node:child_process';
import { inRoot } from '../../scripts/env/root.mjs';
import { round, row } from './measure.mjs';

const note = 'messages of five new alerts, until their group is open and paged';

/** What rules, silences and mappings cost where none of them matches, against an installation without any. */
export const routes = async ({ rounds }) => {
  const output = execFileSync(
    process.execPath,
    ['--import', inRoot('test/bench/typescript.mjs'), inRoot('test/bench/routes-contest.mjs'), String(rounds)],
    { encoding: 'utf8', cwd: inRoot() },
  );
  const { medians, ratios, messageCount, ruleCount, silenceCount, mappingCount } = JSON.parse(output);
  const each = (ms) => `${((ms / messageCount) * 1_000).toFixed(0)} µs a message`;
  const line = (name, what, atMost, more) =>
    row(what, each(medians[name]), `without them ${each(medians.plain)}`, ratios[name], atMost, { atMost: true, note: more });
  return [
    line('rules', `Routing by ${ruleCount} rules, none of which matches`, 1.5, `${note}; two conditions in each rule, one a pattern`),
    line('silences', `Routing beside ${round(silenceCount)} silences, none of which matches`, 1.2, 'two conditions in each, one a pattern'),
    line(
      'mappings',
      `${mappingCount} mappings, one for each message`,
      1.5,
      'five expressions in each; here in turn with the routing, in a server on a thread of their own',
    ),
    line('together', 'All three together', 1.5, ''),
  ];
};
