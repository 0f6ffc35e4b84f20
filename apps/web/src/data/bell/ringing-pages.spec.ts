import type { RingingPage } from '@tocsin/contracts/live.js';
import { withPage } from './ringing-pages.js';

const groupId = '0197a001-0000-7000-8000-000000000002';
const page = (cause: RingingPage['cause'], changes: Partial<RingingPage> = {}): RingingPage => ({
  pageId: `page of ${cause}`,
  groupId,
  number: 1042,
  title: 'Disk is full',
  urgency: 'high',
  quiet: false,
  cause,
  test: false,
  serviceName: 'Payments',
  ...changes,
});
const quiet = { quiet: true, urgency: 'low' } as const;
const causesShown = (...arrivals: readonly RingingPage[]): readonly string[] =>
  arrivals.reduce<readonly RingingPage[]>(withPage, []).map(({ cause }) => cause);

describe('what a tab shows of one group', () => {
  it.each(['update', 'resolved', 'not_accepted', 'method_gone'] as const)('keeps the page that rings when %s comes', (cause) => {
    expect(causesShown(page('escalation'), page(cause, quiet))).toEqual(['escalation', cause]);
    expect(causesShown(page('escalation'), page(cause, quiet), page(cause, quiet))).toEqual(['escalation', cause]);
  });

  it('replaces a page by the next', () => {
    expect(causesShown(page('escalation'), page('holder_first'))).toEqual(['holder_first']);
  });

  it('forgets that it was resolved when it fires again, but no other notice', () => {
    expect(causesShown(page('resolved', quiet), page('method_gone', quiet), page('escalation'))).toEqual(['method_gone', 'escalation']);
  });

  it('adds what waits behind a page to it, and no page for it; what rings next contains it', () => {
    const waiting = 'and 4 more in Payments';
    const shown = withPage(withPage([], page('escalation')), page('escalation', { waiting }));
    expect(shown).toEqual([page('escalation', { waiting })]);
    expect(withPage([], page('escalation', { waiting }))).toEqual([]);
    const next = page('escalation', { groupId: 'another', pageId: 'another page', ring: 'bundle', more: 3 });
    expect(withPage(shown, next)).toEqual([page('escalation'), next]);
    expect(withPage(shown, page('update', quiet))).toEqual([page('escalation', { waiting }), page('update', quiet)]);
  });

  it('leaves other groups alone', () => {
    expect(causesShown(page('exhausted', { groupId: 'another' }), page('escalation'))).toEqual(['exhausted', 'escalation']);
  });
});
