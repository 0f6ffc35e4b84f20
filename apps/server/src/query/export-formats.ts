import type { Recorded } from '@tocsin/contracts/envelope.js';
import { eventGroups } from '@tocsin/contracts/event-groups.js';
import { eventGroupOf, eventWordsOf } from '@tocsin/contracts/event-kinds.js';
import { readablePersonal } from '@tocsin/contracts/ids.js';
import type { ServerParts } from '../core/server-parts.js';
import { toCsvLine, csvMark } from './csv.js';

type Reads = ServerParts['reads'];

interface FormatSpec {
  readonly type: string;
  readonly extension: string;
  /** The text before the first event. */
  readonly head: string;
  readonly line: (event: Recorded, reads: Reads) => string;
}

/** The current name; empty for Tocsin itself. */
const actorName = ({ kind, id }: Recorded['meta']['actor'], reads: Reads): string => {
  if (kind === 'person') return readablePersonal(reads.people.get(id)?.name);
  if (kind === 'token') return readablePersonal(reads.tokens.get(id)?.name);
  return kind === 'sender' ? (reads.integrations.get(id)?.name ?? '') : '';
};

const columns = ['ordinal', 'at', 'group', 'event', 'type', 'who', 'actorKind', 'actorId', 'stream', 'data'];

export type ExportFormat = 'csv' | 'ndjson';

/** The file formats of the history. */
export const exportFormats: Readonly<Record<ExportFormat, FormatSpec>> = {
  csv: {
    type: 'text/csv; charset=utf-8; header=present',
    extension: 'csv',
    head: csvMark + toCsvLine(columns),
    line: ({ ordinal, type, stream, data, meta: { at, actor } }, reads) => {
      const group = eventGroupOf(type);
      const typeCells = [group ? eventGroups[group] : '', eventWordsOf(type), type];
      return toCsvLine([ordinal, at, ...typeCells, actorName(actor, reads), actor.kind, actor.id, stream, JSON.stringify(data)]);
    },
  },
  ndjson: { type: 'application/x-ndjson; charset=utf-8', extension: 'ndjson', head: '', line: (event) => `${JSON.stringify(event)}\n` },
};
