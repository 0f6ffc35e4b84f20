/** What a number of openings counts. `measured` and `missing` are of a measure. */
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
  'marked',
  'flaps',
  'suppressed',
  'measured',
  'missing',
] as const;
export type CountedFigure = (typeof countedFigures)[number];
