import type { NightDrill } from '@tocsin/contracts/backtests/night.js';
import { plural } from '@tocsin/contracts/reports/words.js';
import type { ReactNode } from 'react';
import { serverNow } from '../../../data/time/clock.js';
import { useNames } from '../../../data/words/names.js';
import { Button } from '../../../ui/button.js';
import { Section } from '../../../ui/screen.js';
import { At } from '../../../ui/time.js';
import { WhenRead } from '../../../ui/when-read.js';
import { kindLabel } from '../../contacts/shared/method-words.js';
import { Unfinished } from '../backtest-screen.js';
import { FiguresTable } from '../figures-table.js';
import { purposeOf, useBacktest, useBacktests, useStartBacktest } from './use-backtests.js';

const month = 28 * 86_400_000;

/** The worst hour of the last four weeks, played against the settings of now. `children`: what follows from it. */
export function NightSection({ children }: { children: (night: NightDrill) => ReactNode }) {
  const list = useBacktests();
  const rows = list.data?.rows ?? [];
  const id = rows.find(({ request }) => purposeOf(request) === 'night')?.id;
  const reading = useBacktest(id);
  const start = useStartBacktest({ stays: true });
  const isRunning = rows.some(({ state }) => state === 'running');
  const run = (): void => {
    const now = serverNow();
    start.mutate({ change: null, from: new Date(now - month).toISOString(), to: new Date(now).toISOString(), night: true });
  };
  return (
    <Section
      title="The worst hour"
      aside={
        <Button busy={start.isPending} whyNot={isRunning && 'A backtest is running'} onClick={run}>
          Play the worst hour
        </Button>
      }
    >
      <p className="mb-3 max-w-2xl text-muted">
        The hour of the last four weeks with the most pages, played again with today’s people, schedules and phones. Nothing is sent.
      </p>
      {id !== undefined && (
        <WhenRead of={[reading]} what="The drill" lines={4}>
          {reading.data?.night && <Found drill={reading.data.night} />}
          {reading.data?.night && children(reading.data.night)}
          {reading.data && !reading.data.night && <Unfinished answer={reading.data} isRunning={isRunning} what="drill" />}
        </WhenRead>
      )}
    </Section>
  );
}

/** Who is first is not known where some are hidden. */
function WhoRings({ drill: { people, hidden = 0 } }: { drill: NightDrill }) {
  const names = useNames();
  const count = people.length + hidden;
  if (count === 0) return <span className="text-warn">no one. </span>;
  const first = hidden === 0 && people[0] ? names.person(people[0].personId) : null;
  if (first !== null && count === 1) return `${first}. `;
  return `${plural(count, 'person', 'people')}${first === null ? '' : `, ${first} first`}. `;
}

function Found({ drill }: { drill: NightDrill }) {
  const { worst, at, until, groups, people, unreached, gone, signals } = drill;
  const names = useNames();
  if (worst === null) return <p className="text-lg leading-7">Nobody was rung in these weeks.</p>;
  const missed = unreached.reduce((sum, one) => sum + one.groups, 0);
  return (
    <>
      <p className="text-lg leading-7">
        The hour of <At at={worst.from} /> rang {plural(worst.rings, 'time')}. On <At at={at} /> the same alerts would ring{' '}
        <WhoRings drill={drill} />
        {missed > 0 && <span className="text-warn">{plural(missed, 'alert group')} of high urgency would reach no one.</span>}
      </p>
      {people.length > 0 && (
        <div className="mt-3">
          <FiguresTable
            caption="Person"
            measure="Rings"
            columns={['First', 'By', 'Rings', 'Alert groups']}
            texts={['First', 'By']}
            lines={people.map(({ personId, first: rungAt, by, rings, groups: count }) => ({
              key: personId,
              name: names.person(personId),
              cells: [<At key="at" at={rungAt} />, by.map(kindLabel).join(', '), rings.toLocaleString('en'), count.toLocaleString('en')],
            }))}
          />
        </div>
      )}
      {unreached.length > 0 && (
        <div className="mt-3">
          <FiguresTable
            caption="Service that reaches no one"
            columns={['Alert groups']}
            lines={unreached.map(({ serviceId, groups: count }) => ({
              key: serviceId,
              name: names.service(serviceId),
              cells: [count.toLocaleString('en')],
            }))}
          />
        </div>
      )}
      <p className="mt-3 text-xs text-muted">
        {plural(groups, 'alert group')}, followed until <At at={until} />. Assumes that no one acknowledges, and that every provider
        delivers each message.{' '}
        {gone > 0 && `${gone.toLocaleString('en')} of ${plural(signals, 'signal')} came from integrations or services that are gone.`}
      </p>
    </>
  );
}
