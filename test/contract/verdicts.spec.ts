import { resolve } from 'node:path';

interface Run {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}
type Compare = (one: Run, other: Run) => readonly { readonly file: string; readonly test: string; readonly verdicts: readonly string[] }[];

describe('the verdicts of two runs of the same tests', () => {
  let compareVerdicts: Compare;
  beforeAll(async () => void ({ compareVerdicts } = (await import(resolve('scripts/env/verdicts.mjs'))) as { compareVerdicts: Compare }));

  const run = (verdicts: Readonly<Record<string, string>>): Run => ({
    testResults: [
      { name: '/a.spec.ts', assertionResults: Object.entries(verdicts).map(([fullName, status]) => ({ fullName, status })) },
      { name: '/empty.spec.ts', assertionResults: [] },
    ],
  });

  it('are the same, in any order', () => {
    expect(compareVerdicts(run({ rings: 'passed', stops: 'failed' }), run({ stops: 'failed', rings: 'passed' }))).toEqual([]);
  });

  it('differ where one failed, was skipped, or was not run', () => {
    const one = run({ rings: 'passed', stops: 'passed', climbs: 'passed' });
    expect(compareVerdicts(one, run({ rings: 'failed', stops: 'pending', mails: 'passed' }))).toEqual([
      { file: '/a.spec.ts', test: 'rings', verdicts: ['passed', 'failed'] },
      { file: '/a.spec.ts', test: 'stops', verdicts: ['passed', 'pending'] },
      { file: '/a.spec.ts', test: 'climbs', verdicts: ['passed', 'absent'] },
      { file: '/a.spec.ts', test: 'mails', verdicts: ['absent', 'passed'] },
    ]);
  });

  it('are of their spec, in whichever group of its suite each run had it', () => {
    const inGroup = (group: string, status: string): Run => ({
      testResults: [
        { name: `/.cache/groups/promises/${group}.spec.js`, assertionResults: [{ fullName: 'test/promises/a.spec.ts rings', status }] },
      ],
    });
    expect(compareVerdicts(inGroup('00', 'passed'), inGroup('07', 'passed'))).toEqual([]);
    expect(compareVerdicts(inGroup('00', 'passed'), inGroup('07', 'failed'))).toMatchObject([{ test: 'test/promises/a.spec.ts rings' }]);
  });
});
