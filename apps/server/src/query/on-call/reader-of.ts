import type { Core } from '../../core/core.js';
import { OnCallReader } from './on-call-reader.js';

export const readerOf = ({ reads, memory, store, clock }: Core): OnCallReader =>
  new OnCallReader({ schedules: reads.schedules, onCall: memory.rows('onCall'), store, now: () => clock.now() });
