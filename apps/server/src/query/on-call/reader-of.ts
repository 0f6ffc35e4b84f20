import type { ServerParts } from '../../core/server-parts.js';
import type { ViewReader } from '../view-reader.js';
import { OnCallReader } from './on-call-reader.js';

export const readerOf = ({ reads, memory, clock }: Pick<ServerParts, 'clock' | 'memory' | 'reads'>, viewReader: ViewReader): OnCallReader =>
  new OnCallReader({ schedules: reads.schedules, onCall: memory.rows('onCall'), viewReader, now: () => clock.now() });
