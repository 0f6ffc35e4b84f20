/** Figures that count openings. `measured` and `missing` belong to a measure. */
export const countedFigures = [
  'openings',
  'acknowledged',
  'acknowledged_otherwise',
  'escalated',
  'resolved_by_person',
  'resolved_by_sender',
  'resolved_by_timer',
  'still_open',
  'actionable',
  'acknowledged_only',
  'resolved_itself',
  'answered_yes',
  'answered_no',
  'marked',
  'flaps',
  'suppressed',
  'measured',
  'missing',
] as const;
export type CountedFigure = (typeof countedFigures)[number];

/** The numbers of each report that count events instead of openings, and the lines that have such numbers. */
export const countedEvents = {
  load: { figures: ['interruptions', 'sleep', 'weekend', 'holiday'], by: ['person', 'service', 'day', 'hour'] },
  noise: { figures: ['interruptions', 'sleep', 'needless', 'repeats'], by: ['service', 'integration', 'rule', 'day'] },
  delivery: {
    figures: ['attempts', 'retries', 'sent', 'delivered', 'read', 'failed', 'steps_due', 'steps_taken', 'steps_late'],
    /** `failure`: a channel and a reason, separated by a space. */
    by: ['channel', 'failure', 'day'],
  },
} as const;
export type EventsReport = keyof typeof countedEvents;
export type EventFigure<R extends EventsReport = EventsReport> = (typeof countedEvents)[R]['figures'][number];
export type EventsBy<R extends EventsReport = EventsReport> = (typeof countedEvents)[R]['by'][number];

export const eventsReports = Object.keys(countedEvents) as readonly EventsReport[];
export const eventFigures: readonly EventFigure[] = [...new Set(Object.values(countedEvents).flatMap(({ figures }) => [...figures]))];
export const eventsBy: readonly EventsBy[] = [...new Set(Object.values(countedEvents).flatMap(({ by }) => [...by]))];
