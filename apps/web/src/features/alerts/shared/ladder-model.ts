import { followedVersion } from '@tocsin/contracts/policies/followed-version.js';
import type { LadderRow } from '@tocsin/contracts/alert-groups/escalation.js';
import type { WebhookCallRow } from '@tocsin/contracts/alert-groups/webhook-calls.js';
import { isForPrograms } from '@tocsin/contracts/policies/targets.js';
import type { PageRow } from '@tocsin/contracts/alert-groups/pages.js';
import type { PolicyRow, PolicyTarget, Step } from '@tocsin/contracts/policies/noun.js';

export interface RungPerson {
  readonly personId: string;
  /** Outcome when the step ran. */
  readonly outcome: 'paged' | 'continued' | 'paged_again' | 'not_reachable';
  readonly reason: string | null;
  /** Why they were on call. */
  readonly onCall: OnCallSnapshot | null;
  readonly page: PageRow | null;
}

type OnCallSnapshot = NonNullable<LadderRow['rungs'][number]['targets'][number]['persons'][number]['onCall']>;

export interface Rung {
  readonly key: string;
  readonly step: number | 'exhausted' | 'owners';
  readonly round: number;
  readonly state: 'taken' | 'empty' | 'skipped' | 'next' | 'ahead';
  /** When it was taken, or is due. */
  readonly at: string | null;
  readonly people: readonly RungPerson[];
  /** Targets of a step that did not run yet. */
  readonly targets: readonly PolicyTarget[];
  /** Webhooks that it called. */
  readonly calls?: readonly WebhookCallRow[];
  /** Round-robin: only one of them is paged. */
  readonly oneInTurn?: boolean | undefined;
  /** Conditions of the step; it is skipped unless they are met. */
  readonly conditions?: Step['conditions'];
  /** Its conditions did not hold. */
  readonly skipped?: LadderRow['rungs'][number]['skipped'];
}

/** The steps of the policy version that this group follows; of the newest version while that is not loaded. */
export function climbedSteps(ladder: LadderRow | null, policy: PolicyRow | undefined): readonly Step[] {
  const pinned = ladder?.policy && followedVersion(policy?.versions ?? [], ladder.policy.version);
  return pinned?.steps ?? policy?.steps ?? [];
}

/** The row together with the older parts that were loaded, the newest first. */
export const withOlder = (ladder: LadderRow, older: readonly LadderRow[]): LadderRow => {
  const rows = [...older.toReversed(), ladder];
  const pages = new Map(rows.flatMap((row) => row.pages).map((page) => [page.pageId, page]));
  const rungs = new Map(rows.flatMap((row) => row.rungs).map((rung) => [`${rung.round} ${rung.step} ${rung.takenAt}`, rung]));
  const calls = new Map(rows.flatMap((row) => row.calls ?? []).map((call) => [call.callId, call]));
  return { ...ladder, pages: [...pages.values()], rungs: [...rungs.values()], calls: [...calls.values()] };
};

const planOf = (steps: readonly Step[], step: Rung['step']): Pick<Rung, 'targets' | 'oneInTurn' | 'conditions'> => {
  const { targets = [], oneInTurn, conditions } = (typeof step === 'number' ? steps[step - 1] : undefined) ?? {};
  return { targets, oneInTurn, conditions };
};

type RungRow = LadderRow['rungs'][number];

const callsOf = ({ calls = [] }: LadderRow, { targets }: RungRow): readonly WebhookCallRow[] =>
  targets.flatMap(({ callId }) => calls.find((call) => call.callId === callId) ?? []);

/** The ladder from top to bottom: the rungs taken, the one that is next, and those ahead in this round. */
export function rungsOf(ladder: LadderRow, steps: readonly Step[]): readonly Rung[] {
  const rungs = ladder.rungs.map((rung): Rung => {
    const people = rung.targets.flatMap(({ persons }) => persons);
    return {
      key: `${rung.round}-${rung.step}-${rung.takenAt}`,
      step: rung.step,
      round: rung.round,
      state: rung.skipped
        ? 'skipped'
        : rung.empty && !isForPrograms({ targets: rung.targets.map(({ target }) => target) })
          ? 'empty'
          : 'taken',
      calls: callsOf(ladder, rung),
      skipped: rung.skipped,
      at: rung.takenAt,
      targets: [],
      people: people.map(({ personId, outcome, reason, onCall }) => ({
        personId,
        outcome,
        reason: reason ?? null,
        onCall: onCall ?? null,
        page: pageOf(ladder, personId, rung),
      })),
    };
  });
  const { next } = ladder;
  if (!next || ladder.state === 'stopped') return rungs;
  const now: Rung = {
    key: 'next',
    step: next.step,
    round: next.round,
    state: 'next',
    at: next.dueAt,
    people: [],
    ...planOf(steps, next.step),
  };
  const last = next.step;
  const ahead = typeof last === 'number' ? steps.slice(last).map((_, n) => last + n + 1) : [];
  return [
    ...rungs,
    now,
    ...ahead.map((step): Rung => ({
      key: `ahead-${step}`,
      step,
      round: next.round,
      state: 'ahead',
      at: null,
      people: [],
      ...planOf(steps, step),
    })),
  ];
}

/** The page that a step caused or found; steps that went on with an older page show that one. */
function pageOf(ladder: LadderRow, personId: string, rung: { round: number; step: Rung['step']; takenAt: string }): PageRow | null {
  const ofPerson = ladder.pages.filter((page) => page.personId === personId);
  const caused = ofPerson.find(({ cause }) => cause.kind === 'escalation' && cause.round === rung.round && cause.step === rung.step);
  return caused ?? ofPerson.findLast(({ startedAt }) => startedAt <= rung.takenAt) ?? null;
}

/** What routes posted of it. */
export const routePosts = ({ calls = [] }: LadderRow): readonly WebhookCallRow[] => calls.filter(({ route }) => route);

/** Pages of no step: manual ones, reminders, updates, tests. */
export function otherPages(ladder: LadderRow, rungs: readonly Rung[]): readonly PageRow[] {
  const pageIds = new Set(rungs.flatMap(({ people }) => people.map(({ page }) => page?.pageId)));
  return ladder.pages.filter(({ pageId }) => !pageIds.has(pageId));
}

/** Without steps that were taken again within the same second, as where a storm began: what counts is the later one. */
export const withoutRestarts = (rungs: readonly Rung[]): readonly Rung[] =>
  rungs.filter((rung, n) => {
    const isAgain = ({ step, at }: Rung): boolean =>
      step === rung.step && at !== null && rung.at !== null && Math.abs(Date.parse(at) - Date.parse(rung.at)) < 1_000;
    return rung.state === 'next' || rung.state === 'ahead' || !rungs.slice(n + 1).some((later) => later.state !== 'next' && isAgain(later));
  });

const shownSteps = 3;

/** How many of the steps that were taken are folded: all but the last, where an escalation is long; one alone never. */
export function earlierSteps(rungs: readonly Rung[]): number {
  const taken = rungs.filter(({ state }) => state !== 'next' && state !== 'ahead').length;
  return taken > shownSteps + 1 ? taken - shownSteps : 0;
}

/** How a step is drawn: the last one that was taken is now, until the next is due. */
export function drawnAs(rungs: readonly Rung[], n: number): 'done' | 'now' | 'next' | 'later' | 'skipped' {
  const { state } = rungs[n]!;
  if (state === 'next') return 'next';
  if (state === 'ahead') return 'later';
  if (state === 'skipped' || state === 'empty') return 'skipped';
  return rungs[n + 1]?.state === 'next' ? 'now' : 'done';
}

/** How a step that would be taken is drawn: none of it has happened. */
export function forecastAs(rungs: readonly Rung[], n: number): 'now' | 'later' | 'skipped' {
  if (drawnAs(rungs, n) === 'skipped') return 'skipped';
  return n === 0 ? 'now' : 'later';
}
