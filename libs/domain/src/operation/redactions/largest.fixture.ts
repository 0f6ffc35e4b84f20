import { peopleWorld } from '@tocsin/testing/largest/small-world.js';
import type { LargestCases } from '@tocsin/testing/largest/case.js';
import { longest, many } from '@tocsin/testing/largest/large-world.js';

export const largest: LargestCases = {
  RedactText: () => {
    const data = { ordinal: 1, stream: longest(200), path: [...many(11, () => longest(200)), 'text'] };
    return { large: peopleWorld(), data };
  },
};
