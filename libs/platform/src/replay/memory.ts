import type { ResourceLimits } from 'node:worker_threads';

/**
 * The memory limit of a thread that replays a log: without it V8 would let the heap grow without limit; with it only the thread ends, and its server
 * continues. V8 fills what it may before it looks for garbage, so the limit decides what a process takes at its peak.
 */
export const replayMemory: ResourceLimits = { maxOldGenerationSizeMb: 352, maxYoungGenerationSizeMb: 24 };
