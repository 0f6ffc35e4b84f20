import type { DocumentOf } from '@tocsin/contracts/config-files/format.js';
import type { HeartbeatRow, HeartbeatSchedule } from '@tocsin/contracts/heartbeats/noun.js';
import type { Fields } from './fields.js';
import type { FileReader } from './item-kind.js';

type Document = DocumentOf<'Heartbeat'>;

const defaults = { tolerate: 0, urgency: 'high', postOnly: false } as const;

const scheduleOf = ({ everyMinutes, cron, timeZone = 'UTC' }: Document): HeartbeatSchedule | undefined =>
  cron !== undefined
    ? { kind: 'cron', cron, zone: timeZone }
    : everyMinutes === undefined
      ? undefined
      : { kind: 'interval', every: everyMinutes };

const scheduleField = (schedule: HeartbeatSchedule): string =>
  schedule.kind === 'cron' ? `${schedule.cron} (${schedule.zone})` : `every ${schedule.every} min`;

export const fieldsOfHeartbeat = ({
  name,
  integrationId,
  schedule,
  grace,
  longestRun,
  tolerate,
  urgency,
  postOnly,
}: HeartbeatRow): Fields =>
  new Map<string, unknown>([
    ['name', name],
    ['integration', integrationId],
    ['schedule', scheduleField(schedule)],
    ['graceMinutes', grace],
    ['longestRunMinutes', longestRun],
    ['tolerate', tolerate],
    ['urgency', urgency],
    ['postOnly', postOnly],
  ]);

export const readHeartbeat = (document: Document, { find, report }: FileReader): Fields => {
  const { name, integration, everyMinutes, cron, graceMinutes, longestRunMinutes } = document;
  if (everyMinutes !== undefined && cron !== undefined)
    report('cron', 'config.value', 'A heartbeat has everyMinutes or cron. Leave one of them out.');
  const fields = new Map<string, unknown>([
    ['name', name],
    ['integration', find('Integration', integration, 'integration')],
  ]);
  const schedule = scheduleOf(document);
  if (schedule) fields.set('schedule', scheduleField(schedule));
  if (graceMinutes !== undefined) fields.set('graceMinutes', graceMinutes);
  if (longestRunMinutes !== undefined) fields.set('longestRunMinutes', longestRunMinutes);
  for (const [field, byDefault] of Object.entries(defaults)) {
    const value = document[field as keyof typeof defaults];
    if (value !== undefined) fields.set(field, value ?? byDefault);
  }
  return fields;
};

/** What is left out stays as it is. Undefined: a new one that says no time. */
export const heartbeatSettings = (document: Document, row: HeartbeatRow | undefined): object | undefined => {
  const { name, graceMinutes: grace = row?.grace, longestRunMinutes: longestRun = row?.longestRun } = document;
  const schedule = scheduleOf(document) ?? row?.schedule;
  if (schedule === undefined) return undefined;
  const kept = Object.fromEntries(
    Object.entries(defaults).map(([field, byDefault]) => {
      const value = document[field as keyof typeof defaults];
      return [field, value === undefined ? (row?.[field as keyof typeof defaults] ?? byDefault) : (value ?? byDefault)];
    }),
  );
  return {
    name,
    schedule,
    ...(grace === undefined ? {} : { grace }),
    ...(longestRun === undefined ? {} : { longestRun }),
    ...(row ? { slug: row.slug } : {}),
    ...kept,
  };
};
