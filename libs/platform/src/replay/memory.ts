import type { ResourceLimits } from 'node:worker_threads';

/**
 * The memory limit of a thread that replays a log. V8 would let its heap grow without limit; with this, only the thread ends, and
 * its server continues.
 */
export const replayMemory: ResourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 24 };
