import type { ServerParts } from '../../core/server-parts.js';
import { OnCallReader } from './on-call-reader.js';

export const readerOf = ({ reads, memory, store, clock }: Pick<ServerParts, 'clock' | 'memory' | 'reads' | 'store'>): OnCallReader =>
  new OnCallReader({ schedules: reads.schedules, onCall: memory.rows('onCall'), store, now: () => clock.now() });
