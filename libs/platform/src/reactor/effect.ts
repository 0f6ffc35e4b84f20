import type { Recorded } from '@tocsin/contracts/envelope.js';

/** What is done outside because of an event: a provider is called. Runs beside the loop; its outcome comes back as a command. */
export type Effect = (event: Recorded) => Promise<void>;
