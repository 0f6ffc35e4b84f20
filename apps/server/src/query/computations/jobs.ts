import { listWholePersonShifts } from '@tocsin/domain/setup/schedules/answers/person-shifts.js';
import type { Actor } from '@tocsin/contracts/envelope.js';
import type { CalendarFeedRow } from '@tocsin/contracts/calendar-feeds/noun.js';
import type { CoverageGap, DrillRequest } from '@tocsin/contracts/drills/drills.js';
import type { RouteTryOutRequest } from '@tocsin/contracts/route-rules/try-out.js';
import { draftRequest, type OnCallAnswer, type PolicyPeopleAnswer } from '@tocsin/contracts/schedules/answers.js';
import { resolveTarget } from '@tocsin/domain/setup/policies/shared/targets.js';
import { coverageOf } from '@tocsin/domain/observers/drills/coverage.js';
import { forecast } from '@tocsin/domain/observers/drills/forecast.js';
import { drillPolicies } from '@tocsin/domain/observers/drills/policy-drills.js';
import { domain } from '@tocsin/domain/registry.js';
import type { DomainReads } from '@tocsin/domain/domain-reads.js';
import type { Range } from '@tocsin/domain/setup/schedules/answers/recorded-duties.js';
import { draftSchedule } from '@tocsin/domain/setup/schedules/answers/draft-schedule.js';
import { zoneTableOf } from '@tocsin/domain/setup/schedules/zone-tables/moved-handoffs.js';
import { isRefused } from '@tocsin/kernel/decide/refusal.js';
import { HttpProblem, parseOrThrow, toRefusedProblem } from '../../problems/problem.js';
import { FeedReader, renderFeed } from '../calendars/feed-reader.js';
import { answerLookupTryOut, type LookupTryOutJob } from './lookup-try-out.js';
import { answerGroupingTryOut, answerTryOut, type RecentAlerts } from './route-try-out.js';
import { namesOf } from '../on-call/names-of.js';
import { listLabelMatches, type WantedLabels } from '../label-matches.js';
import { createMovedShifts } from '../on-call/moved-shifts-reader.js';
import { OnCallReader } from '../on-call/on-call-reader.js';
import { QualityReader } from '../on-call/quality-reader.js';
import { UncoveredReader } from '../on-call/uncovered-reader.js';
import { exportConfig, type ExportJob } from '../config-plans/export-job.js';
import { planConfig, type PlanJob } from '../config-plans/plan-job.js';
import { reachOfRevert, type RevertReachJob } from '../revert-reach.js';
import { previewSilence } from '../silence-preview.js';
import type { ViewReader } from '../view-reader.js';

/** What each job is told. */
export interface JobInputs {
  readonly onCall: { readonly at: string; readonly scheduleId: string | null; readonly range: Range | null };
  readonly personShifts: { readonly personId: string; readonly range: Range };
  readonly timeline: { readonly range: Range };
  readonly uncovered: { readonly personId: string; readonly range: Range; readonly pagingGroupIds: readonly string[] };
  readonly policyPeople: { readonly policyId: string; readonly at: string };
  readonly shifts: { readonly scheduleId: string; readonly range: Range };
  /** The body is as it came: checking the largest takes a while. */
  readonly draft: { readonly scheduleId: string; readonly body: unknown; readonly range: Range; readonly actor: Actor };
  readonly quality: { readonly scheduleId: string };
  readonly zoneTable: { readonly scheduleId: string };
  readonly ahead: { readonly mail: boolean; readonly bounces: boolean; readonly connections?: readonly string[] };
  readonly feed: { readonly feed: CalendarFeedRow; readonly url: string; readonly isJson: boolean };
  readonly drill: DrillRequest;
  readonly policyDrills: { readonly at: string };
  readonly coverage: { readonly from: string; readonly to: string };
  readonly labelMatches: WantedLabels;
  readonly configPlan: PlanJob;
  readonly configExport: ExportJob;
  readonly revertReach: RevertReachJob;
  readonly silencePreview: Parameters<typeof previewSilence>[1];
  readonly lookupTryOut: LookupTryOutJob;
  readonly groupingTryOut: Parameters<typeof answerGroupingTryOut>[1];
  /** Alerts of recent signals, and the rules to try. */
  readonly routeTryOut: RecentAlerts & {
    readonly rules: RouteTryOutRequest['rules'];
    /** The row of the rules: an integration’s, or the organisation’s. */
    readonly edited: string;
  };
}
export type JobName = keyof JobInputs;

/** Where a job is run: with a copy of the configuration, and rows of views that it asks for. */
export interface JobPlace {
  readonly reads: DomainReads;
  readonly viewReader: Pick<ViewReader, 'get' | 'list'>;
  readonly now: () => string;
  readonly tell: (progress: unknown) => void;
}

/** A text is sent as it is, everything else as JSON. */
type Job<J extends JobName> = (input: JobInputs[J]) => unknown;

export const createJobs = ({ reads, viewReader, now, tell }: JobPlace): { readonly [J in JobName]: Job<J> } => {
  const onCall = new OnCallReader({ schedules: reads.schedules, onCall: reads.onCall, viewReader, now });
  const quality = new QualityReader({ reads, now });
  const scheduleOf = (id: string) => onCall.schedule(id) ?? raise('schedule.not_found');
  return {
    onCall: (input) => answerOnCall(onCall, reads, input),
    personShifts: ({ personId, range }) => onCall.ofPerson(personId, range, listWholePersonShifts),
    timeline: ({ range }) => onCall.timeline(range),
    uncovered: ({ personId, range, pagingGroupIds }) =>
      new UncoveredReader({ reads, viewReader }, onCall).of(personId, range, pagingGroupIds),
    policyPeople: ({ policyId, at }) => answerPolicyPeople(reads, policyId, at),
    shifts: ({ scheduleId, range }) => onCall.shifts(scheduleOf(scheduleId), range),
    draft: ({ scheduleId, body, range, actor }) => {
      const draft = parseOrThrow(draftRequest, body);
      const change = draftSchedule(scheduleId, onCall.schedule(scheduleId), draft, { actor, reads, now: now() });
      if (isRefused(change)) throw toRefusedProblem(change);
      return onCall.draft(change, range);
    },
    quality: ({ scheduleId }) => quality.quality(scheduleOf(scheduleId)),
    zoneTable: ({ scheduleId }) => zoneTableOf(scheduleOf(scheduleId), now()),
    ahead: (mailFacts) => quality.ahead(mailFacts),
    feed: async ({ feed, url, isJson }) => {
      const answer = await new FeedReader({ reads, now }, onCall).read(feed, url);
      return isJson ? answer : renderFeed(answer, feed, reads);
    },
    drill: (request) => answerDrill(reads, request),
    policyDrills: ({ at }) => drillPolicies(domain, reads, at),
    lookupTryOut: (input) => answerLookupTryOut(reads, input),
    groupingTryOut: (input) => answerGroupingTryOut(reads, input),
    routeTryOut: (input) => answerTryOut(reads, input),
    revertReach: (input) => reachOfRevert({ reads, viewReader, now: now() }, input),
    silencePreview: (request) => previewSilence({ viewReader, now, reads }, request),
    labelMatches: (wanted) => listLabelMatches({ viewReader }, wanted),
    configExport: (input) => exportConfig(input, reads),
    configPlan: (input) => planConfig(input, reads, now(), createMovedShifts(reads)),
    coverage: ({ from, to }) => {
      for (const progress of listProgress(coverageOf(domain, reads, from, to))) tell(progress);
      return null;
    },
  };
};

/** How many services were checked, and the gaps that were found since the last one of these. */
export interface CoverageProgress {
  readonly done: number;
  readonly gaps: readonly CoverageGap[];
}
const servicesTogether = 10;

function* listProgress(services: Iterable<readonly CoverageGap[]>): Iterable<CoverageProgress> {
  let [done, gaps]: [number, CoverageGap[]] = [0, []];
  for (const found of services) {
    gaps.push(...found);
    done += 1;
    if (done % servicesTogether > 0) continue;
    yield { done, gaps };
    gaps = [];
  }
  yield { done, gaps };
}

const raise = (code: 'integration.not_found' | 'policy.not_found' | 'schedule.not_found' | 'service.not_found'): never => {
  throw new HttpProblem(code);
};

async function answerOnCall(
  reader: OnCallReader,
  reads: DomainReads,
  { at, scheduleId, range }: JobInputs['onCall'],
): Promise<OnCallAnswer> {
  const schedules = await reader.at(at, scheduleId === null ? undefined : [scheduleId]);
  const row = scheduleId === null ? undefined : reader.schedule(scheduleId);
  const shifts = range && row ? (await reader.shifts(row, range)).final : undefined;
  const answers = schedules.map((one) => (shifts ? { ...one, shifts } : one));
  const people = answers.flatMap(({ now, next, ...one }) => [
    ...now,
    ...(next?.people ?? []),
    ...('shifts' in one ? (one.shifts ?? []) : []),
  ]);
  return {
    schedules: answers,
    names: namesOf(
      reads,
      people.map(({ personId }) => personId),
    ),
  };
}

function answerPolicyPeople(reads: DomainReads, policyId: string, at: string): PolicyPeopleAnswer {
  const policy = reads.policies.get(policyId) ?? raise('policy.not_found');
  const steps = policy.steps.map(({ targets }, n) => ({
    step: n + 1,
    targets: targets.map((target) => ({ target, people: [...resolveTarget(target, reads, at)] })),
  }));
  const ids = steps.flatMap(({ targets }) => targets.flatMap(({ people }) => people.map(({ personId }) => personId)));
  return { policyId, version: policy.version, at, steps, names: namesOf(reads, ids) };
}

function answerDrill(reads: DomainReads, request: DrillRequest): unknown {
  const { events: _events, ...answer } = forecast(domain, reads, request) ?? raise('service.not_found');
  return answer;
}
