import { execFileSync } from 'node:child_process';
import { inRoot } from '../../scripts/env/root.mjs';
import { round, row } from './measure.mjs';

/** What rules cost where none of them matches, against an installation without any: messages become alert groups. */
export const routes = async ({ rounds }) => {
  const output = execFileSync(
    process.execPath,
    ['--import', inRoot('test/bench/typescript.mjs'), inRoot('test/bench/routes-contest.mjs'), String(rounds)],
    { encoding: 'utf8', cwd: inRoot() },
  );
  const { routed, plain, ratio, messageCount, rules, silences, mapped, unmapped, mappedRatio, mappingCount } = JSON.parse(output);
  const each = (ms) => `${((ms / messageCount) * 1_000).toFixed(0)} µs a message`;
  return [
    row(
      `Routing by ${rules} rules beside ${round(silences)} silences, none of which matches`,
      each(routed),
      `without them ${each(plain)}`,
      ratio,
      1.5,
      {
        atMost: true,
        note: 'messages of five new alerts, until their group is open and paged; two conditions in each rule, one a pattern',
      },
    ),
    row(`${mappingCount} mappings beside them`, each(mapped), `without mappings ${each(unmapped)}`, mappedRatio, 1.5, {
      atMost: true,
      note: 'five expressions for each request, in turn with the routing; in a server they run on a thread of their own',
    }),
  ];
};
