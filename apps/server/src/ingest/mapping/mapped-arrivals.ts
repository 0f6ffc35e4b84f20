import type { MappingRow } from '@tocsin/contracts/mappings/noun.js';
import type { ServerParts } from '../../core/server-parts.js';
import type { ReadArrival } from '../read-arrival.js';
import type { MappingThread } from './mapping-thread.js';
import { readUnmapped } from './unmapped.js';

type Dependencies = Pick<ServerParts, 'clock' | 'mappingFailures' | 'reads'>;

/** Reads requests of integrations that have a mapping. */
export class MappedArrivals {
  constructor(
    private readonly parts: Dependencies,
    readonly thread: MappingThread,
  ) {
    if ([...parts.reads.mappings.all()].some(({ fields }) => Object.keys(fields).length > 0)) thread.prepare();
  }

  /** The mapping by which requests of an integration are read. */
  of(integrationId: string): MappingRow | undefined {
    const row = this.parts.reads.mappings.get(integrationId);
    return row && Object.keys(row.fields).length > 0 ? row : undefined;
  }

  /** Never rejects: a mapping that fails loses nothing. */
  async map({ id, version, fields }: MappingRow, { reading: plain, raw }: ReadArrival): Promise<ReadArrival> {
    const result = await this.thread.map(`${id} ${version}`, { fields, raw });
    const { mappingFailures, clock } = this.parts;
    if ('reading' in result) {
      mappingFailures.noteWorked(id);
      return { reading: { kind: 'signal', ...result.reading, mapping: { version } }, raw };
    }
    const mapping = { version, failed: result.failed };
    mappingFailures.note(id, mapping, clock.now());
    return { reading: { ...readUnmapped(plain, result.failed, raw, fields), mapping }, raw };
  }
}
