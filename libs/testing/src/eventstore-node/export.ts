import { NodeLog, type NodeRecord } from './node-log.js';

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

/** Everything on a node, including its own records, in log order: one record for each line. Data and metadata are JSON text. */
export const exportLog = (log: NodeLog): string =>
  log.records
    .map(({ data, metadata, position, created, ...record }) =>
      JSON.stringify({ ...record, position: String(position), created: String(created), data: textOf(data), metadata: textOf(metadata) }),
    )
    .join('\n');

/** A node’s log from these records, each at its original position. */
export const importLog = (lines: string): NodeLog => NodeLog.of(lines.split('\n').map(recordOf));

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
