import {
  BellRing,
  Bot,
  Box,
  CalendarClock,
  ChartColumn,
  Contact,
  History,
  HeartPulse,
  ListOrdered,
  BellOff,
  Split,
  Users,
} from 'lucide-react';

/** What the rail leads to, in its groups; `holds`: other paths that belong to the entry. */
export const entryGroups = [
  {
    title: null,
    entries: [
      { to: '/alerts', label: 'Alerts', Icon: BellRing, holds: /^\/alerts/ },
      { to: '/on-call', label: 'On call', Icon: Contact, holds: /^\/on-call/ },
    ],
  },
  {
    title: 'Set up',
    entries: [
      { to: '/schedules', label: 'Schedules', Icon: CalendarClock, holds: /^\/schedules/ },
      { to: '/services', label: 'Services', Icon: Box, holds: /^\/services/ },
      { to: '/policies', label: 'Policies', Icon: ListOrdered, holds: /^\/policies/ },
      { to: '/routes', label: 'Routes', Icon: Split, holds: /^\/routes/ },
      { to: '/people', label: 'Teams & people', Icon: Users, holds: /^\/(people|teams)/ },
      { to: '/silences', label: 'Silences', Icon: BellOff, holds: /^\/silences/ },
      { to: '/heartbeats', label: 'Heartbeats', Icon: HeartPulse, holds: /^\/heartbeats/ },
    ],
  },
  {
    title: 'Look back',
    entries: [
      { to: '/reports', label: 'Reports', Icon: ChartColumn, holds: /^\/reports/ },
      { to: '/history', label: 'History', Icon: History, holds: /^\/(history|messages|why|moment)/ },
    ],
  },
  // at the end: nothing moves when it is known that there are any
  { title: null, entries: [{ to: '/plans', label: 'Plans of programs', Icon: Bot, holds: /^\/plans/ }] },
] as const;

export type Entry = (typeof entryGroups)[number]['entries'][number];

const entries: readonly Entry[] = entryGroups.flatMap(({ entries: own }): readonly Entry[] => own);

const inBar: ReadonlySet<string> = new Set(['/alerts', '/on-call', '/services', '/reports']);

/** On phones: in the bar, and behind its last button. */
export const barEntries = entries.filter(({ to }) => inBar.has(to));
export const moreEntries = entries.filter(({ to }) => !inBar.has(to));
