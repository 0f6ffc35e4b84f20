import type { DocumentOf } from '@tocsin/contracts/config-files/format.js';
import type { MaintenanceRow } from '@tocsin/contracts/maintenance/noun.js';
import { toInstant, toMillis } from '@tocsin/kernel/time.js';
import { findLatestZone } from '../../setup/schedules/shared/latest-zones.js';
import type { Fields } from './fields.js';
import type { FileReader } from './item-kind.js';
import { readMatcher } from './policy-fields.js';

type Document = DocumentOf<'MaintenanceWindow'>;
type Settings = Pick<MaintenanceRow, 'name' | 'services' | 'matchers' | 'from' | 'to' | 'zone' | 'rule' | 'behaviour'>;

type Confirmed = Pick<Document, 'coversEverything'>;

const millisOfWall = (wall: string): number => toMillis(`${wall}:00.000Z`);
/** Of the days that there are: the 31st of a short month is an error of the file. */
const isDay = (wall: string): boolean => Number.isFinite(millisOfWall(wall)) && toInstant(millisOfWall(wall)).startsWith(wall);

/** As commands have it. */
export const windowSettings = (
  document: Document,
  { find, report, ...reader }: FileReader,
  before?: MaintenanceRow,
): Settings & Confirmed => {
  const { name, services, matchers, timeZone: zone, start: from, durationMinutes, rrule, behaviour, coversEverything } = document;
  if (!isDay(from)) report('start', 'config.value', `There is no day ${from.slice(0, 10)}.`);
  const to = isDay(from) ? toInstant(millisOfWall(from) + durationMinutes * 60_000).slice(0, 16) : from;
  return {
    name,
    services: services.flatMap((text, n) => find('Service', text, `services[${n}]`) ?? []),
    matchers: matchers.flatMap((text, n) => readMatcher(text, `matchers[${n}]`, { find, report, ...reader })),
    from,
    to,
    zone,
    rule: rrule === undefined ? (before?.rule ?? null) : rrule,
    behaviour: behaviour === undefined ? (before?.behaviour ?? 'suppress') : (behaviour ?? 'suppress'),
    ...(coversEverything ? { coversEverything } : {}),
  };
};

const fieldsOf = ({ name, services, matchers, from, to, zone, rule, behaviour }: Settings): Map<string, unknown> =>
  new Map<string, unknown>([
    ['name', name],
    ['services', services.toSorted()],
    ['matchers', matchers],
    ['start', from],
    ['durationMinutes', (millisOfWall(to) - millisOfWall(from)) / 60_000],
    ['timeZone', zone],
    ['rrule', rule],
    ['behaviour', behaviour],
  ]);

export const fieldsOfWindow = (row: MaintenanceRow): Fields => fieldsOf(row);

export const readWindow = (document: Document, reader: FileReader): Fields => {
  const fields = fieldsOf(windowSettings(document, reader));
  if (document.rrule === undefined) fields.delete('rrule');
  if (document.behaviour === undefined) fields.delete('behaviour');
  return fields;
};

/** Takes place once, and has. */
export const isOver = ({ timeZone, start, durationMinutes, rrule }: Document, now: string): boolean => {
  const zone = findLatestZone(timeZone);
  if (!zone || (rrule ?? null) !== null || !isDay(start)) return false;
  return zone.firstAt(millisOfWall(start) + durationMinutes * 60_000) <= toMillis(now);
};
