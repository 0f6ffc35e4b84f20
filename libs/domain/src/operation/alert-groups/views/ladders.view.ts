import type { PageRow } from '@tocsin/contracts/alert-groups/pages.js';
import type { LadderRow } from '@tocsin/contracts/alert-groups/escalation.js';
import type { FactOf, RecordedFact, RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { View } from '@tocsin/kernel/rows/view.js';
import { foldByGroup } from '../fold-by-group.js';
import { createCallRow, withCallChanged } from './call-rows.js';
import { pageAttempts } from './page-attempts.js';
import { leavesWithGroup, streamOfGroup } from './stream-of-group.js';

/** Applies a fact to one of its pages. */
const onPage = <T extends keyof typeof pageAttempts>(row: LadderRow, type: T, event: RecordedOf<T>): LadderRow => {
  const { pageId } = event.data;
  if (!row.pages.some((page) => page.pageId === pageId)) return row;
  return { ...row, pages: row.pages.map((page) => (page.pageId === pageId ? pageAttempts[type](page, event) : page)) };
};

/** Applies a fact to one of its calls. */
const onCall = <T extends Parameters<typeof withCallChanged>[1]>(row: LadderRow, type: T, event: RecordedOf<T>): LadderRow =>
  row.calls ? { ...row, calls: [...withCallChanged(row.calls, type, event)] } : row;

/** In the format of the log, in which instants compare as text. */
const isInstant = (text: string): boolean => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text);

/** Limits of a row: for earlier rounds, and for the current round. */
const maxSizes = { rungs: 24, pages: 48, pagesOfRound: 200, calls: 100 } as const;

const latestOf = (...instants: readonly (string | null | undefined)[]): string =>
  instants.reduce<string>((last, one) => (one && one > last ? one : last), '');

/** When the current round began. */
const beganAtOf = ({ rungs }: LadderRow): string | undefined => rungs.find(({ round }) => round === rungs.at(-1)!.round)?.takenAt;

/** The row truncated to its limits: a group that no one acknowledges is paged indefinitely. */
const limitRow = (row: LadderRow): LadderRow => {
  const { rungs, pages } = row;
  if (rungs.length <= maxSizes.rungs && pages.length <= maxSizes.pages) return row;
  const oldestNeeded = latestOf(rungs.at(-maxSizes.rungs)?.takenAt, pages.at(-maxSizes.pages)?.startedAt);
  const round = beganAtOf(row) ?? oldestNeeded;
  const olderThan = latestOf(row.older, oldestNeeded < round ? oldestNeeded : round, pages.at(-maxSizes.pagesOfRound)?.startedAt);
  const hasOlder = rungs.some(({ takenAt }) => takenAt < olderThan) || pages.some(({ startedAt }) => startedAt < olderThan);
  if (!hasOlder) return row;
  return {
    ...row,
    rungs: rungs.filter(({ takenAt }) => takenAt >= olderThan),
    pages: pages.filter(({ startedAt }) => startedAt >= olderThan),
    ...(row.calls ? { calls: row.calls.filter(({ plannedAt }) => plannedAt >= olderThan) } : {}),
    older: olderThan,
  };
};

/** Adds further people of a step to the target of the same kind. */
const withPart = (row: LadderRow, { round, step, targets }: FactOf<'EscalationStepTaken'>): LadderRow => {
  const at = row.rungs.findLastIndex((ladderStep) => ladderStep.round === round && ladderStep.step === step);
  const ladderStep = row.rungs[at];
  if (!ladderStep) return row;
  const targetsOfKind = (kind: string) => targets.flatMap(({ target, persons }) => (target.kind === kind ? persons : []));
  const all = ladderStep.targets.map((one) => ({ ...one, persons: [...one.persons, ...targetsOfKind(one.target.kind)] }));
  return { ...row, rungs: row.rungs.with(at, { ...ladderStep, targets: all }) };
};

/** `mark`: only rungs and pages from before this instant, with their later changes. */
const createLaddersView = (mark: string | null): View<LadderRow, RecordedFact> => {
  const isShown = (at: string): boolean => mark === null || at < mark;
  return {
    name: 'ladders',
    hasHistory: false,
    version: 4,
    stream: streamOfGroup,
    leaves: leavesWithGroup,
    before: (olderMark) => (isInstant(olderMark) ? createLaddersView(olderMark) : undefined),
    on: foldByGroup<LadderRow>({
      AlertGroupOpened: (_row, { data }) => ({
        id: data.groupId,
        policy: data.policy,
        state: 'climbing',
        because: 'opened',
        next: null,
        rungs: [],
        pages: [],
        older: null,
      }),
      EscalationStarted: (row, { data }) => ({ ...row, state: 'climbing', because: data.because, policy: data.policy }),
      EscalationPolicyApplied: (row, { data }) => ({ ...row, policy: data.policy }),
      EscalationStepPlanned: (row, { data }) => ({
        ...row,
        state: row.state === 'stopped' ? 'climbing' : row.state,
        next: { round: data.round, step: data.step, dueAt: data.dueAt },
      }),
      EscalationStepTaken: (before, { data, meta }) => {
        if (data.part !== undefined) return withPart(before, data);
        const row: LadderRow = { ...before, state: typeof data.step === 'number' ? 'climbing' : before.state, next: null };
        const ladderStep = { round: data.round, step: data.step, takenAt: meta.at, empty: data.empty, targets: data.targets };
        return isShown(meta.at) ? limitRow({ ...row, rungs: [...row.rungs, ladderStep] }) : row;
      },
      EscalationStepSkipped: (before, { data, meta }) => {
        const row: LadderRow = { ...before, state: 'climbing', next: null };
        const { round, step, because, judgedBy, persons } = data;
        const ladderStep = { round, step, takenAt: meta.at, empty: false, skipped: { because, judgedBy, persons }, targets: [] };
        return isShown(meta.at) ? limitRow({ ...row, rungs: [...row.rungs, ladderStep] }) : row;
      },
      AlertGroupFollows: (row, { data: { leader } }) => ({ ...row, state: 'stopped', because: 'follows', next: null, follows: leader }),
      AlertGroupUnlinked: ({ follows: _follows, ...row }) => row,
      AlertGroupLeads: ({ follows: _follows, ...row }, { data: { handedOn } }) => ({
        ...row,
        policy: handedOn.policy,
        state: handedOn.held ? 'stopped' : handedOn.climb.exhausted ? 'exhausted' : 'climbing',
        because: handedOn.held ? 'acknowledged' : 'leads',
        next: handedOn.held ? null : handedOn.climb.next,
      }),
      EscalationExhausted: (row) => ({ ...row, state: 'exhausted' }),
      EscalationStopped: (row, { data }) => ({ ...row, state: 'stopped', because: data.because, next: null }),
      AlertGroupResolved: ({ follows: _follows, ...row }) => ({ ...row, state: 'stopped', because: 'resolved', next: null }),
      AlertGroupReopened: (row, { data }) => ({
        ...row,
        state: data.holder || data.follows ? 'stopped' : 'climbing',
        because: data.follows ? 'follows' : data.holder ? 'acknowledged' : data.because,
        next: null,
        ...(data.follows ? { follows: data.follows.leader } : {}),
      }),
      PageStarted: (row, { data, meta }) => {
        const { pageId, personId, cause, quiet, waits } = data;
        const page: PageRow = {
          pageId,
          personId,
          cause,
          state: 'pending',
          reason: null,
          quiet,
          startedAt: meta.at,
          ...(waits ? { waitsUntil: waits.until } : {}),
          attempts: [],
        };
        return isShown(meta.at) ? limitRow({ ...row, pages: [...row.pages, page] }) : row;
      },
      MessageResent: (row, event) => onPage(row, 'MessageResent', event),
      AttemptPlanned: (row, event) => onPage(row, 'AttemptPlanned', event),
      AttemptWaits: (row, event) => onPage(row, 'AttemptWaits', event),
      AttemptStarted: (row, event) => onPage(row, 'AttemptStarted', event),
      AttemptSent: (row, event) => onPage(row, 'AttemptSent', event),
      AttemptDelivered: (row, event) => onPage(row, 'AttemptDelivered', event),
      AttemptRead: (row, event) => onPage(row, 'AttemptRead', event),
      AttemptDelayed: (row, event) => onPage(row, 'AttemptDelayed', event),
      AttemptFailed: (row, event) => onPage(row, 'AttemptFailed', event),
      AttemptWentStale: (row, event) => onPage(row, 'AttemptWentStale', event),
      AttemptCancelled: (row, event) => onPage(row, 'AttemptCancelled', event),
      WebhookCallPlanned: (row, event) =>
        isShown(event.meta.at) ? { ...row, calls: [...(row.calls ?? []), createCallRow(event)].slice(-maxSizes.calls) } : row,
      WebhookCallStarted: (row, event) => onCall(row, 'WebhookCallStarted', event),
      WebhookCallSucceeded: (row, event) => onCall(row, 'WebhookCallSucceeded', event),
      WebhookCallFailed: (row, event) => onCall(row, 'WebhookCallFailed', event),
      WebhookCallWentStale: (row, event) => onCall(row, 'WebhookCallWentStale', event),
      WebhookCallCancelled: (row, event) => onCall(row, 'WebhookCallCancelled', event),
      PageAnswered: (row, event) => onPage(row, 'PageAnswered', event),
      PageCancelled: (row, event) => onPage(row, 'PageCancelled', event),
      PageFailed: (row, event) => onPage(row, 'PageFailed', event),
    }),
  };
};

/** The escalation on screen: steps that ran, and pages with their receipts. */
export const laddersView = createLaddersView(null);
