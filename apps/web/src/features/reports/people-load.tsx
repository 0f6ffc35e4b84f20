import type { EventsBy } from '@tocsin/contracts/alert-groups/counted-figures.js';
import type { LoadFigures } from '@tocsin/contracts/reports/reports.js';
import { formatPercent } from '@tocsin/contracts/reports/words.js';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useNames } from '../../data/words/names.js';
import { DivergingBar } from '../../ui/charts/diverging-bar.js';
import { SegmentedControl } from '../../ui/segmented-control.js';
import { Person as Named } from '../../ui/person.js';
import { hueStyle, huesOf } from '../../ui/person-hue.js';
import { Nothing, Section } from '../../ui/screen.js';
import { evenShare, sharesFromEven } from './even-share.js';
import { EventsLink } from './events-link.js';
import { FiguresTable } from './figures-table.js';
import { hoursWords } from './report-words.js';
import type { AnswerOf } from './use-report.js';

type Person = LoadFigures['people'][number];

interface Burden {
  readonly word: string;
  readonly of: (person: Person) => number;
  readonly text: (load: number) => string;
}
const count = (load: number): string => load.toLocaleString('en', { maximumFractionDigits: 1 });
const burdens = {
  hours: { word: 'Hours', of: ({ onCall }) => onCall, text: hoursWords },
  nights: { word: 'Nights', of: ({ nights }) => nights, text: hoursWords },
  interruptions: { word: 'Interruptions', of: ({ interruptions }) => interruptions, text: count },
} as const satisfies Record<string, Burden>;
type BurdenName = keyof typeof burdens;
const segments = Object.entries(burdens).map(([value, { word }]) => ({ value: value as BurdenName, label: word }));

export const interruptionColumns = ['Interruptions', 'Sleep hours', 'Weekends', 'Holidays'];
type Interruptions = Pick<LoadFigures, 'interruptions' | 'sleep' | 'weekend' | 'holiday'>;
export const interruptionCells = ({ interruptions, sleep, weekend, holiday }: Interruptions, by: EventsBy<'load'>, of: string | null) => [
  <EventsLink key="interruptions" count={interruptions} figure="interruptions" by={by} of={of} />,
  <EventsLink key="sleep" count={sleep} figure="sleep" by={by} of={of} />,
  <EventsLink key="weekend" count={weekend} figure="weekend" by={by} of={of} />,
  <EventsLink key="holiday" count={holiday} figure="holiday" by={by} of={of} />,
];

/** Everyone’s hours and interruptions; against an even share, if all of them are visible. */
export function PeopleLoad({ answer: { figures, cut } }: { answer: AnswerOf<'load'> }) {
  const names = useNames();
  const [name, choose] = useState<BurdenName>('hours');
  const burden: Burden = burdens[name];
  const people = figures.people.toSorted((a, b) => burden.of(b) - burden.of(a) || b.interruptions - a.interruptions);
  // an even share of those who are on call; others may be paged, too
  const onCall = people.filter((one) => one.onCall > 0);
  const canCompare = !cut && onCall.length > 1;
  const loads = onCall.map(burden.of);
  const differences = new Map(sharesFromEven(loads).map((difference, n) => [onCall[n]!.personId, difference]));
  const hues = huesOf(people.map(({ personId }) => personId));
  const most = Math.max(0.1, ...[...differences.values()].map(Math.abs));
  return (
    <Section
      title="People"
      aside={canCompare && <SegmentedControl label="Against an even share of" value={name} segments={segments} onChange={choose} />}
    >
      {people.length === 0 ? (
        <Nothing>{cut ? onlyManagersSee : 'No one was on call or interrupted in this period.'}</Nothing>
      ) : (
        <FiguresTable
          caption="Person"
          columns={['Share', ...interruptionColumns, 'On call', 'Nights', 'On weekends', 'On holidays']}
          drawn={canCompare ? <Scale most={most} even={burden.text(evenShare(loads))} /> : undefined}
          lines={people.map((one) => ({
            key: one.personId,
            name: (
              <Link to="/people/$id" params={{ id: one.personId }} className="inline-flex max-w-full hover:underline">
                <Named personId={one.personId} name={names.person(one.personId)} hue={hues.get(one.personId)} />
              </Link>
            ),
            drawing: <FromEven difference={differences.get(one.personId)} most={most} hue={hues.get(one.personId)!} />,
            cells: [
              <EventsLink key="share" count={one.interruptions} figure="interruptions" by="person" of={one.personId}>
                {formatPercent(one.interruptions, figures.interruptions)}
              </EventsLink>,
              ...interruptionCells(one, 'person', one.personId),
              ...[one.onCall, one.nights, one.weekends, one.holidays].map(hoursWords),
            ],
          }))}
        />
      )}
      {cut && people.length > 0 && <p className="mt-2 text-xs text-muted">Some people are hidden. {onlyManagersSee}</p>}
    </Section>
  );
}

const FromEven = ({ difference, most, hue }: { difference: number | undefined; most: number; hue: number }) =>
  difference !== undefined && (
    <span className="person flex items-center gap-2" style={hueStyle(hue)}>
      <DivergingBar value={difference} most={most} color="var(--person-edge)" />
      <span className="w-12 shrink-0 text-right text-xs text-muted">{signed(difference)}</span>
    </span>
  );

export const onlyManagersSee = 'Individual figures are visible only to the person and their managers.';

/** `+34 %` of an even share. */
export const signed = (share: number): string => {
  const percent = Math.round(share * 100);
  return `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent)}\u00a0%`;
};

const Scale = ({ most, even }: { most: number; even: string }) => (
  <span className="flex min-w-60 justify-between gap-2 pr-14">
    <span>{signed(-most)}</span>
    <span>even share, {even}</span>
    <span>{signed(most)}</span>
  </span>
);
