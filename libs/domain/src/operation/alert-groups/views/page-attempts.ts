import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import { answerReasonOf, pageStates, type PageRow } from '@tocsin/contracts/alert-groups/pages.js';

type AttemptRow = PageRow['attempts'][number];
/** The fields of a page that its fold reads and changes. */
type Page = Pick<PageRow, 'state' | 'reason' | 'answeredBecause' | 'attempts'>;

type PageFact =
  | 'MessageResent'
  | 'AttemptPlanned'
  | 'AttemptWaits'
  | 'AttemptStarted'
  | 'AttemptSent'
  | 'AttemptDelivered'
  | 'AttemptRead'
  | 'AttemptDelayed'
  | 'AttemptFailed'
  | 'AttemptWentStale'
  | 'AttemptCancelled'
  | 'PageAnswered'
  | 'PageCancelled'
  | 'PageFailed';

const doesMatch = (attempt: AttemptRow, expectedFields: Partial<AttemptRow>): boolean =>
  Object.entries(expectedFields).every(([key, value]) => attempt[key as keyof AttemptRow] === value);

/** The state of a page only advances: a second running attempt does not undo a delivery. */
const onAttempt = <P extends Page>(
  page: P,
  expectedFields: Partial<AttemptRow>,
  change: Partial<AttemptRow>,
  state: PageRow['state'] = 'pending',
): P => ({
  ...page,
  state: pageStates.indexOf(state) > pageStates.indexOf(page.state) ? state : page.state,
  attempts: page.attempts.map((attempt) => (doesMatch(attempt, expectedFields) ? { ...attempt, ...change } : attempt)),
});

/** Attempts still planned are cancelled with the page, for the same reason. */
const endPage = <P extends Page>(page: P, state: PageRow['state'], reason: PageRow['reason']): P => ({
  ...page,
  state,
  reason,
  attempts: page.attempts.map((attempt) => (attempt.state === 'queued' ? { ...attempt, state: 'cancelled', reason } : attempt)),
});

const addAttempt = <P extends Page>(page: P, { data }: RecordedOf<'AttemptPlanned'>): P => {
  const { slot, contactMethodId, kind, dueAt, n, because } = data;
  const noOutcome = { attemptId: null, startedAt: null, endedAt: null, reason: null, detail: null };
  const attempt: AttemptRow = { slot, contactMethodId, kind, dueAt, n, because, state: 'queued', ...noOutcome };
  return { ...page, attempts: [...page.attempts.filter((other) => other.slot !== slot), attempt] };
};

type Fold<T extends PageFact> = <P extends Page>(page: P, event: RecordedOf<T>) => P;

/** Changes of a page and its attempts, by event type: for every row that shows one. */
export const pageAttempts: { readonly [T in PageFact]: Fold<T> } = {
  MessageResent: (page) => (page.state === 'failed' ? { ...page, state: 'pending', reason: null } : page),
  AttemptPlanned: addAttempt,
  AttemptWaits: (page, { data: { slot, until, throttled, waitsForNumber } }) =>
    onAttempt(page, { slot }, { bundledUntil: until, ...(throttled ? { throttled } : {}), ...(waitsForNumber ? { waitsForNumber } : {}) }),
  AttemptStarted: (page, { data: { slot, attemptId, ring }, meta }) => {
    const bundle = ring?.bundled ? { bundleId: ring.id } : {};
    return onAttempt(page, { slot }, { attemptId, state: 'sending', startedAt: meta.at, ...bundle }, 'sending');
  },
  AttemptSent: (page, { data: { attemptId }, meta }) => onAttempt(page, { attemptId }, { state: 'sent', endedAt: meta.at }, 'sent'),
  AttemptDelivered: (page, { data: { attemptId }, meta }) =>
    onAttempt(page, { attemptId }, { state: 'delivered', endedAt: meta.at }, 'delivered'),
  AttemptRead: (page, { data: { attemptId } }) => onAttempt(page, { attemptId }, { state: 'read' }, 'delivered'),
  AttemptDelayed: (page, { data: { attemptId, detail } }) => onAttempt(page, { attemptId }, { detail }),
  AttemptFailed: (page, { data: { attemptId, reason, detail }, meta }) =>
    onAttempt(page, { attemptId }, { state: 'failed', endedAt: meta.at, reason, detail }),
  AttemptWentStale: (page, { data: { slot, reason }, meta }) => onAttempt(page, { slot }, { state: 'stale', endedAt: meta.at, reason }),
  AttemptCancelled: (page, { data: { slot, reason }, meta }) => onAttempt(page, { slot }, { state: 'cancelled', endedAt: meta.at, reason }),
  PageAnswered: (page, { data: { because } }) => ({
    ...endPage(page, 'answered', answerReasonOf(because)),
    reason: null,
    answeredBecause: because,
  }),
  PageCancelled: (page, { data: { reason } }) => endPage(page, 'cancelled', reason),
  PageFailed: (page, { data: { reason } }) => endPage(page, 'failed', reason),
};
