import type { ResourceLimits } from 'node:worker_threads';

/**
 * The memory of a thread that replays a log. V8 lets a heap grow for as long as nobody stops it; a thread that needs more than this ends alone, and
 * its server goes on.
 */
export const replayMemory: ResourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 24 };
