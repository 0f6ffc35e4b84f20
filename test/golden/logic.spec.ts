import { rmSync } from 'node:fs';
import type { MissingCommand } from '@tocsin/kernel/replay/missing.js';
import type { Difference } from '@tocsin/kernel/replay/reenact.js';
import { reenactFolder } from '@tocsin/testing/stage/reenact-folder.js';
import { decidedOtherwise } from './decided-otherwise.js';
import { releases, unpack } from './golden-folder.js';

interface ComparedFact {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const typesOf = (facts: readonly ComparedFact[]): string => facts.map(({ type }) => type).join(', ') || 'nothing';

/** The fields in which two facts of one type differ. */
const fieldsOf = (expectedFacts: readonly ComparedFact[], actual: readonly ComparedFact[]): string => {
  const fields = expectedFacts.flatMap(({ type, data }, n) => {
    const other = actual[n]?.data ?? {};
    const names = [...new Set([...Object.keys(data), ...Object.keys(other)])];
    return names.filter((name) => JSON.stringify(data[name]) !== JSON.stringify(other[name])).map((name) => `${type}.${name}`);
  });
  return [...new Set(fields)].toSorted().join(', ') || 'ids';
};

/** The reviewed unit: one line for all differences of a kind. */
const kindOf = ({ why, expected, actual }: Difference): string => {
  const [recordedFacts, currentFacts] = [expected, actual].map((facts) => JSON.parse(facts) as ComparedFact[]) as [
    ComparedFact[],
    ComparedFact[],
  ];
  return typesOf(recordedFacts) === typesOf(currentFacts)
    ? `${why}: ${fieldsOf(recordedFacts, currentFacts)}`
    : `${why}: ${typesOf(recordedFacts)} → ${typesOf(currentFacts)}`;
};

/** Commands of today’s processes that the release did not have. */
const describeMissing = ({ command }: MissingCommand): string => `reaction ${command} was not there`;

describe.each(releases)('what %s decided', (release) => {
  it('is decided again by today’s rules: what comes out otherwise is listed, with the reason, and nothing else', async () => {
    const { place, data } = await unpack(release, 'embedded');
    try {
      const { checked, differences, missing } = await reenactFolder(data, { shouldCompareLogics: true });
      expect(checked).toBeGreaterThan(100);
      const kinds = [...differences.map(kindOf), ...missing.map(describeMissing)];
      expect([...new Set(kinds)].toSorted()).toEqual(Object.keys(decidedOtherwise[release] ?? {}).toSorted());
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
  });
});
