import * as fileLimits from '@tocsin/contracts/config-files/limits.js';
import type { ConfigPlan } from '@tocsin/contracts/config-files/plan.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { planMarkdown } from './config-words.js';

const place = { file: 'payments.yaml', line: 12, column: 3 };
const overwrites = { by: 'Bo Castillo', at: '2026-11-25T09:00:00.000Z' };
const field = {
  path: 'layers[Week].slots',
  from: 'ana.brandt@example.org',
  to: 'ana.brandt@example.org, cy@example.org',
  drift: false,
  overwrites,
};

const plan = (more: object = {}): ConfigPlan =>
  partOf<ConfigPlan>({
    digest: 'abc.def',
    summary: { created: 0, changed: 1, removed: 0, drift: 0, unchanged: 3 },
    shifts: [
      { schedule: 'Payments/Primary', who: 'ana.brandt@example.org', lost: 2, gained: 0 },
      { schedule: 'Payments/Primary', who: 'cy@example.org', lost: 0, gained: 1 },
    ],
    told: ['cy@example.org'],
    changes: [{ kind: 'Schedule', name: 'Payments/Primary', id: '1', action: 'change', at: place, revision: 1, fields: [field] }],
    invited: ['dee.fox@example.org'],
    people: [
      {
        schedule: 'Payments/Primary',
        timeZone: 'Europe/Berlin',
        from: '2026-12-07T08:00:00.000Z',
        to: '2026-12-14T08:00:00.000Z',
        was: ['ana.brandt@example.org'],
        becomes: ['cy@example.org'],
      },
    ],
    warnings: ['eve@example.org is in no file: disable her by hand'],
    errors: [],
    ...more,
  });

describe('a plan as a comment', () => {
  it('has no address and no name of a person in a public repository, wherever they stand', () => {
    const text = planMarkdown(plan(), 'initials', ['Backtest: eve@example.org 3']);
    expect(text).not.toMatch(/example|brandt|castillo|fox|&#64;/i);
    expect(text).toContain('layers&#91;Week&#93;.slots  AB → AB, C   &#40;overwrites the edit by BC, 2026&#45;11&#45;25&#41;');
    expect(text).toContain('Person DF: invited');
    expect(text).toContain('Shifts of Payments/Primary: AB: 2 shifts fewer, C: 1 shift more');
  });

  it('has a text of a file as text: no mention, link, HTML or row of its own', () => {
    const name = '@ops [x](https://evil.example) www.evil.example <img src=x> | row\n## b `c` #7';
    const [change] = plan().changes;
    const text = planMarkdown(plan({ changes: [{ ...change, name }], warnings: [name] }), 'addresses');
    expect(text).not.toMatch(/@ops|64;ops|\[x\]|:\/\/|www\.|<img|\| row|\n## b|`c`|35;7/);
  });

  it('says how much more there is than fits', () => {
    const changes = Array.from({ length: 2_000 }, () => plan().changes[0]!);
    const text = planMarkdown(plan({ changes }), 'addresses');
    expect(text.length).toBeLessThanOrEqual(fileLimits.markdownCharacters);
    expect(text).toMatch(/\nand \d+ more\n$/);
  });
});
