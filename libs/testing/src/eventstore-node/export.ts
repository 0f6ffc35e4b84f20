import { NodeLog, type NodeRecord } from './node-log.js';

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

/** Everything that a node keeps, its own notes too, in the order of its log: one record a line. Data and metadata are JSON, as text. */
export const exported = (log: NodeLog): string =>
  log.records
    .map(({ data, metadata, position, created, ...record }) =>
      JSON.stringify({ ...record, position: String(position), created: String(created), data: textOf(data), metadata: textOf(metadata) }),
    )
    .join('\n');

/** A node’s log with these records, each at the position where it stood. */
export const imported = (lines: string): NodeLog => NodeLog.of(lines.split('\n').map(recordOf));

const recordOf = (line: string): NodeRecord => {
  const record = JSON.parse(line) as Record<'position' | 'created' | 'data' | 'metadata', string> & NodeRecord;
  return {
    ...record,
    position: BigInt(record.position),
    created: BigInt(record.created),
    data: Buffer.from(record.data),
    metadata: Buffer.from(record.metadata),
  };
};
