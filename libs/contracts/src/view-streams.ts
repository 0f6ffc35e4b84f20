import type { ViewName } from './catalogue.js';

/** The categories of streams that each view is folded from: after a command, the views of its streams are read again. */
export const viewStreams: Readonly<Record<ViewName, readonly string[]>> = {
  organisation: ['organisation'],
  people: ['access', 'people-directory'],
  contacts: ['person', 'people-directory'],
  receipts: ['alertGroup', 'person', 'people-directory'],
  teams: ['team'],
  tokens: ['tokens'],
  calendarFeeds: ['calendarFeeds'],
  holidayCalendars: ['holidays'],
  services: ['team'],
  integrations: ['team'],
  policies: ['team'],
  schedules: ['schedule', 'team'],
  onCall: ['schedule', 'team'],
  onCallPeriods: ['schedule'],
  coverRequests: ['schedule', 'team'],
  alertGroups: ['alertGroup'],
  alerts: ['alertGroup'],
  alertTexts: ['alertGroup'],
  ladders: ['alertGroup'],
  messages: ['alertGroup'],
  webhookCalls: ['alertGroup'],
  repeats: ['routing'],
  bulkActs: ['bulkAct'],
  arrivals: ['routing'],
  eventSubscriptions: ['eventSubscription'],
};

const isOf = (category: string, stream: string): boolean => stream === category || stream.startsWith(`${category}-`);

/** The views that show what was written on a stream. */
export const viewsOfStream = (stream: string): readonly ViewName[] =>
  (Object.keys(viewStreams) as ViewName[]).filter((view) => viewStreams[view].some((category) => isOf(category, stream)));
