import { countedEvents, eventFigures, eventsReports, type EventFigure } from '@tocsin/contracts/alert-groups/counted-figures.js';
import type { EventsCounted } from '@tocsin/contracts/reports/reports.js';
import { plural, durationText } from '@tocsin/contracts/reports/words.js';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api } from '../../data/cache/api.js';
import { keys } from '../../data/cache/keys.js';
import { useNames, type Names } from '../../data/words/names.js';
import { Nothing, Screen } from '../../ui/screen.js';
import { At } from '../../ui/time.js';
import { WhenRead } from '../../ui/when-read.js';
import { FiguresTable } from './figures-table.js';
import { GroupLink } from './group-link.js';
import { ListRange, reasonName } from './line-words.js';
import { channelName, serviceLabel } from './report-words.js';
import type { EventsSearch } from './search.js';
import { ReportTabs } from './shared/report-tabs.js';
import { useTitles } from './use-titles.js';

type Event = EventsCounted['events'][number];

interface Column {
  readonly name: string;
  readonly isText: boolean;
  readonly cell: (event: Event, names: Names) => ReactNode;
}

const person: Column = {
  name: 'Person',
  isText: true,
  cell: ({ personId }, names) => (personId === null ? <span className="text-muted">Hidden</span> : names.person(personId)),
};
const channel: Column = { name: 'Channel', isText: true, cell: (event) => event.channel !== null && channelName(event.channel) };
const reason: Column = { name: 'Reason', isText: true, cell: (event) => event.reason !== null && reasonName(event.reason) };
const signals: Column = { name: 'Repeats', isText: false, cell: ({ times }) => times.toLocaleString('en') };
const lateColumn: Column = {
  name: 'Late by',
  isText: false,
  cell: (event) => (event.late === null ? 'Not taken' : durationText(event.late)),
};

interface Kind {
  readonly title: string;
  /** Singular of the counted things. */
  readonly one: string;
  /** When it happened, or was due. */
  readonly when: string;
  readonly columns: readonly Column[];
}

const interruption = (title: string): Kind => ({ title, one: 'interruption', when: 'Time', columns: [person, channel] });
const attempt = (title: string): Kind => ({ title, one: 'notification', when: 'Started', columns: [channel] });
const step = (title: string): Kind => ({ title, one: 'step', when: 'Due', columns: [lateColumn] });

const kinds: Record<EventFigure, Kind> = {
  interruptions: interruption('Interruptions'),
  sleep: interruption('Interruptions in sleep hours'),
  weekend: interruption('Interruptions on weekends'),
  holiday: interruption('Interruptions on holidays'),
  needless: interruption('Interruptions that were not needed'),
  repeats: { title: 'Repeats', one: 'repeat', when: 'Time', columns: [signals] },
  attempts: attempt('Notifications'),
  retries: attempt('Retries'),
  sent: attempt('Notifications sent'),
  delivered: attempt('Notifications delivered'),
  read: attempt('Notifications read'),
  failed: { ...attempt('Notifications failed'), columns: [channel, reason] },
  steps_due: step('Steps due'),
  steps_taken: step('Steps taken'),
  steps_late: step('Steps late by more than 10 s'),
};

/** The events behind a number of a report, as many as it says: each with its alert group, and its place in the history. */
export function EventsScreen({ search: { report, figure, days: _, measure: __, ...rest } }: { search: EventsSearch }) {
  const names = useNames();
  const source = eventsReports.find((one) => one === report) ?? 'load';
  const countedFigure = eventFigures.find((one) => one === figure) ?? countedEvents[source].figures[0];
  const query = { ...rest, figure: countedFigure };
  const reading = useQuery({
    queryKey: keys.report(`${source}/events`, query),
    queryFn: ({ signal }) => api<EventsCounted>('GET', `/reports/${source}/events?${new URLSearchParams(query)}`, { signal }),
  });
  const answer = reading.data;
  const titles = useTitles(answer?.events.map(({ groupId }) => groupId) ?? []);
  const { title, one, when, columns } = kinds[countedFigure];
  return (
    <Screen title={title}>
      <ReportTabs />
      <WhenRead of={[reading]} what="The list" lines={8}>
        {answer && (
          <>
            {answer.count > 0 && <EventCount {...answer} one={one} />}
            <ListRange {...answer} />
            {answer.count === 0 ? (
              <Nothing>{`No ${one}s.`}</Nothing>
            ) : (
              <FiguresTable
                caption="Alert group"
                columns={['Service', when, ...columns.map(({ name }) => name)]}
                texts={['Service', when, ...columns.flatMap(({ name, isText }) => (isText ? [name] : []))]}
                lines={answer.events.map((event, n) => ({
                  key: `${event.ordinal} ${n}`,
                  name: <GroupLink number={event.number} title={titles.get(event.groupId)} />,
                  cells: [
                    serviceLabel(event.serviceId, names),
                    <InHistory key="at" event={event} />,
                    ...columns.map(({ cell }) => cell(event, names)),
                  ],
                }))}
              />
            )}
            {answer.cut && (
              <p className="mt-2 text-xs text-muted">
                Some people are hidden: individual figures are visible only to the person and their managers.
              </p>
            )}
          </>
        )}
      </WhenRead>
    </Screen>
  );
}

function EventCount({ count, events, one }: Pick<EventsCounted, 'count' | 'events'> & { one: string }) {
  const listed = events.reduce((sum, { times }) => sum + times, 0);
  return (
    <p className="text-lg leading-7">
      {plural(count, one)}
      {listed < count && `, the first ${listed.toLocaleString('en')} are listed`}
    </p>
  );
}

/** Its time, as a link to the event in the history. */
const InHistory = ({ event: { at, ordinal } }: { event: Event }) => (
  <Link to="/history" search={{ event: `${ordinal}`, detail: 'every' }} className="link whitespace-nowrap">
    <At at={at} seconds />
  </Link>
);
