import type { ResourceLimits } from 'node:worker_threads';

/**
 * The memory limit of a thread that replays a log. V8 would let its heap grow without limit; with this, only the thread ends, and
 * its server continues. V8 fills what it may before it looks for garbage, so the limit decides what a process takes at its peak.
 */
export const replayMemory: ResourceLimits = { maxOldGenerationSizeMb: 352, maxYoungGenerationSizeMb: 24 };
