import * as lookupLimits from '@tocsin/contracts/lookups/limits.js';
import { peopleWorld } from '@tocsin/testing/largest/small-world.js';
import type { LargestCases } from '@tocsin/testing/largest/case.js';
import { longName, many, nth } from '@tocsin/testing/largest/large-world.js';

const lookupId = nth('1c', 0);
const settings = { lookupId, teamId: null, name: longName(), matchOn: 'host', overrides: true };
const rowLength = Math.floor(lookupLimits.csvCharacters / 1_000);
const source = { host: 'https://example.org', sourceRef: 'lookup-source:1' };
const saved = { ...settings, columns: ['host', 'owner'], rows: [['a', 'b']], ...source };
const csv = ['key,text', ...many(999, (n) => `${n},`.padEnd(rowLength - 1, '漢'))].join('\n');

export const largest: LargestCases = {
  SaveLookup: () => ({ large: peopleWorld(), data: { ...settings, csv, ...source } }),
  FetchLookup: () => ({
    large: peopleWorld().has('lookups', { type: 'LookupSaved', data: saved }),
    data: { lookupId, sourceRef: source.sourceRef, csv },
  }),
  RemoveLookup: () => ({
    large: peopleWorld().has('lookups', { type: 'LookupSaved', data: saved }),
    data: { lookupId },
  }),
};
