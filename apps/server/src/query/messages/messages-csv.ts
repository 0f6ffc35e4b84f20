import { readablePersonal } from '@tocsin/contracts/ids.js';
import type { Message } from '@tocsin/contracts/alert-groups/messages.js';
import { toMillis } from '@tocsin/kernel/time.js';
import type { ServerParts } from '../../core/server-parts.js';
import { csvMark, toCsvLine } from '../csv.js';

type Reads = ServerParts['reads'];
type CsvCell = string | number;

/** Seconds from the hand-over to the last outcome; empty while there is none. */
const durationCell = ({ startedAt, endedAt }: Message): CsvCell =>
  startedAt === null || endedAt === null ? '' : (toMillis(endedAt) - toMillis(startedAt)) / 1_000;

const columns: readonly (readonly [name: string, of: (message: Message, reads: Reads) => CsvCell])[] = [
  ['dueAt', ({ dueAt }) => dueAt],
  ['startedAt', ({ startedAt }) => startedAt ?? ''],
  ['endedAt', ({ endedAt }) => endedAt ?? ''],
  ['seconds', durationCell],
  ['person', ({ personId }, reads) => readablePersonal(reads.people.get(personId)?.name)],
  ['personId', ({ personId }) => personId],
  ['channel', ({ channel }) => channel],
  ['outcome', ({ outcome }) => outcome],
  ['state', ({ state }) => state],
  ['reason', ({ reason }) => reason ?? ''],
  ['answer', ({ detail }) => detail ?? ''],
  ['alertGroup', ({ number }) => number],
  ['title', ({ title }) => title],
  ['service', ({ serviceId }, reads) => (serviceId && reads.services.get(serviceId)?.name) || ''],
  ['team', ({ teamId }, reads) => (teamId && reads.teams.get(teamId)?.name) || ''],
  ['urgency', ({ urgency }) => urgency],
  ['quiet', ({ quiet }) => (quiet ? 1 : 0)],
  ['cause', ({ cause }) => cause.kind],
  ['because', ({ because }) => because],
  ['n', ({ n }) => n],
  ['id', ({ id }) => id],
];

export const messagesHead = csvMark + toCsvLine(columns.map(([name]) => name));
export const toCsvRow = (message: Message, reads: Reads): string => toCsvLine(columns.map(([, of]) => of(message, reads)));
