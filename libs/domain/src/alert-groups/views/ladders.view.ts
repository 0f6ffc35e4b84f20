import { pageStates, type PageRow } from '@tocsin/contracts/pages.js';
import type { LadderRow } from '@tocsin/contracts/escalation.js';
import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { View } from '@tocsin/kernel/view.js';
import { onGroup } from '../on-group.js';

type AttemptRow = PageRow['attempts'][number];

const onPage = (row: LadderRow, pageId: string, change: (page: PageRow) => PageRow): LadderRow => ({
  ...row,
  pages: row.pages.map((page) => (page.pageId === pageId ? change(page) : page)),
});
/** A page goes forward only: a second attempt on its way does not undo what was delivered. */
const onAttempt = (
  row: LadderRow,
  pageId: string,
  which: Partial<AttemptRow>,
  change: Partial<AttemptRow>,
  page: Partial<PageRow> = {},
): LadderRow =>
  onPage(row, pageId, (before) => ({
    ...before,
    ...(page.state && pageStates.indexOf(page.state) > pageStates.indexOf(before.state) ? page : {}),
    attempts: before.attempts.map((attempt) => (matches(attempt, which) ? { ...attempt, ...change } : attempt)),
  }));
const matches = (attempt: AttemptRow, which: Partial<AttemptRow>): boolean =>
  Object.entries(which).every(([key, value]) => attempt[key as keyof AttemptRow] === value);

/** What was still planned goes with the page. */
const ended = (page: PageRow, state: PageRow['state'], reason: PageRow['reason']): PageRow => ({
  ...page,
  state,
  reason,
  attempts: page.attempts.map((attempt) => (attempt.state === 'queued' ? { ...attempt, state: 'cancelled' } : attempt)),
});

/** The one drawing: what was climbed, who was paged, with receipts. */
export const laddersView: View<LadderRow, RecordedFact> = {
  name: 'ladders',
  past: true,
  on: onGroup<LadderRow>({
    AlertGroupOpened: (_row, { data }) => ({
      id: data.groupId,
      policy: data.policy,
      state: 'climbing',
      because: 'opened',
      next: null,
      rungs: [],
      pages: [],
    }),
    EscalationStarted: (row, { data }) => ({ ...row, state: 'climbing', because: data.because, policy: data.policy }),
    EscalationStepPlanned: (row, { data }) => ({
      ...row,
      state: row.state === 'stopped' ? 'climbing' : row.state,
      next: { round: data.round, step: data.step, dueAt: data.dueAt },
    }),
    EscalationStepTaken: (row, { data, meta }) => ({
      ...row,
      state: typeof data.step === 'number' ? 'climbing' : row.state,
      next: null,
      rungs: [...row.rungs, { round: data.round, step: data.step, takenAt: meta.at, empty: data.empty, targets: data.targets }],
    }),
    EscalationExhausted: (row) => ({ ...row, state: 'exhausted' }),
    EscalationStopped: (row, { data }) => ({ ...row, state: 'stopped', because: data.because, next: null }),
    AlertGroupResolved: (row) => ({ ...row, state: 'stopped', because: 'resolved', next: null }),
    PageStarted: (row, { data, meta }) => ({
      ...row,
      pages: [
        ...row.pages,
        {
          pageId: data.pageId,
          personId: data.personId,
          cause: data.cause,
          state: 'pending',
          reason: null,
          quiet: data.quiet,
          startedAt: meta.at,
          attempts: [],
        },
      ],
    }),
    AttemptPlanned: (row, { data }) =>
      onPage(row, data.pageId, (page) => {
        const { slot, contactMethodId, kind, dueAt, n, because } = data;
        const planned: AttemptRow = {
          slot,
          attemptId: null,
          contactMethodId,
          kind,
          state: 'queued',
          because,
          n,
          dueAt,
          startedAt: null,
          endedAt: null,
          reason: null,
          detail: null,
        };
        return { ...page, attempts: [...page.attempts.filter((attempt) => attempt.slot !== slot), planned] };
      }),
    AttemptStarted: (row, { data, meta }) =>
      onAttempt(
        row,
        data.pageId,
        { slot: data.slot },
        { attemptId: data.attemptId, state: 'sending', startedAt: meta.at },
        { state: 'sending' },
      ),
    AttemptSent: (row, { data, meta }) =>
      onAttempt(row, data.pageId, { attemptId: data.attemptId }, { state: 'sent', endedAt: meta.at }, { state: 'sent' }),
    AttemptDelivered: (row, { data, meta }) =>
      onAttempt(row, data.pageId, { attemptId: data.attemptId }, { state: 'delivered', endedAt: meta.at }, { state: 'delivered' }),
    AttemptRead: (row, { data }) => onAttempt(row, data.pageId, { attemptId: data.attemptId }, { state: 'read' }, { state: 'delivered' }),
    AttemptFailed: (row, { data, meta }) =>
      onAttempt(
        row,
        data.pageId,
        { attemptId: data.attemptId },
        { state: 'failed', endedAt: meta.at, reason: data.reason, detail: data.detail },
      ),
    AttemptWentStale: (row, { data, meta }) =>
      onAttempt(row, data.pageId, { slot: data.slot }, { state: 'stale', endedAt: meta.at, reason: data.reason }),
    PageAnswered: (row, { data }) => onPage(row, data.pageId, (page) => ended(page, 'answered', null)),
    PageCancelled: (row, { data }) => onPage(row, data.pageId, (page) => ended(page, 'cancelled', data.reason)),
    PageFailed: (row, { data }) => onPage(row, data.pageId, (page) => ended(page, 'failed', data.reason)),
  }),
};
