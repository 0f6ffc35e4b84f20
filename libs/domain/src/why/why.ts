import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { shownText } from '@tocsin/contracts/redactions.js';
import type { WhyGroup } from '@tocsin/contracts/why.js';
import { whyAtFirst, whyReadings, type FactPlace, type WhyPage, type WhyState } from './why-facts.js';

type Verdict = Pick<WhyGroup, 'verdict' | 'ordinal' | 'reason' | 'dueAt'>;

/** Events that a chain shows besides those about the person’s own pages. */
const ofTheGroup: ReadonlySet<string> = new Set([
  'AlertGroupOpened',
  'AlertGroupReopened',
  'AlertGroupReturnedToFiring',
  'AlertGroupAcknowledged',
  'AlertGroupSnoozed',
  'AlertGroupUnsnoozed',
  'AlertGroupTakenOver',
  'ReassignmentRequested',
  'ReassignmentLapsed',
  'AlertGroupEscalated',
  'AlertGroupFollows',
  'AlertGroupLeads',
  'AlertGroupWentStale',
  'AlertGroupHeardAgain',
  'AlertsEnding',
  'AlertsResumed',
  'EscalationHeld',
  'AlertGroupResolved',
  'EscalationStarted',
  'EscalationStepTaken',
  'EscalationStepSkipped',
  'EscalationPolicyApplied',
  'AlertGroupFollowedClock',
  'EscalationExhausted',
  'EscalationStopped',
  'WebhookCallSucceeded',
  'WebhookCallFailed',
  'WebhookCallCancelled',
]);
const shown = 100;

const verdict = (verdictOf: WhyGroup['verdict'], ordinal: number, more: Partial<Verdict> = {}): Verdict => ({
  reason: null,
  dueAt: null,
  ...more,
  verdict: verdictOf,
  ordinal,
});

const next = (pages: readonly WhyPage[]): string | null =>
  pages
    .flatMap(({ open }) => Object.values(open))
    .filter((dueAt) => dueAt !== '')
    .toSorted()[0] ?? null;

/** The verdict on loud pages; undefined if none started. */
const ofPages = (pages: readonly WhyPage[]): Verdict | undefined => {
  const out = pages.findLast(({ hasGoneOut }) => hasGoneOut);
  if (out) return verdict('paged', out.ordinal, { dueAt: next(pages) });
  const waiting = pages.findLast(({ state, open }) => state === 'running' && Object.keys(open).length > 0);
  if (waiting) return verdict('waiting', waiting.ordinal, { dueAt: next([waiting]) });
  const last = pages.at(-1);
  return last && verdict(last.state === 'cancelled' ? 'cancelled' : 'not_delivered', last.ordinal, { reason: last.reason });
};

const verdictOf = ({ pages, unreachable, skipped, stopped, planned, last }: WhyState): Verdict => {
  const all = Object.values(pages);
  const paged = ofPages(all.filter(({ quiet }) => !quiet));
  if (paged) return paged;
  if (unreachable) return verdict('not_reachable', unreachable.ordinal, { reason: unreachable.reason });
  const quietMessage = all.findLast(({ quiet, hasGoneOut }) => quiet && hasGoneOut);
  if (quietMessage) return verdict('told', quietMessage.ordinal);
  if (skipped) return verdict('step_skipped', skipped.ordinal);
  if (stopped) return verdict('stopped', stopped.ordinal);
  return planned ? verdict('step_pending', planned.ordinal, { dueAt: planned.dueAt }) : verdict('not_named', last.ordinal);
};

const isAbout = ({ data }: Recorded, { pages }: WhyState, personId: string): boolean => {
  const { personId: whose, pageId } = data as { readonly personId?: string; readonly pageId?: string | null };
  return whose === personId || (typeof pageId === 'string' && Object.hasOwn(pages, pageId));
};

/** Why a person was paged for an alert group, or was not: read from its facts, in order. Nothing is decided again. */
export class Why {
  private state: WhyState | undefined;
  private opened: FactOf<'AlertGroupOpened'> | undefined;
  private readonly events: Recorded[] = [];
  private left = 0;
  /** The last plan of a step: shown if the person would have waited for it. */
  private plan: Recorded | undefined;

  constructor(private readonly personId: string) {}

  take(event: Recorded): void {
    const { type, data, ordinal } = event;
    if (type === 'AlertGroupOpened') this.opened = data as FactOf<'AlertGroupOpened'>;
    const read = whyReadings[type as keyof typeof whyReadings] as
      ((state: WhyState, data: unknown, place: FactPlace) => WhyState) | undefined;
    const before = this.state ?? whyAtFirst(ordinal);
    this.state = read ? read(before, data, { personId: this.personId, ordinal }) : before;
    if (type === 'AlertGroupReopened') this.forget();
    if (type === 'EscalationPolicyApplied' && this.opened)
      this.opened = { ...this.opened, policy: (data as FactOf<'EscalationPolicyApplied'>).policy };
    if (type === 'EscalationStepPlanned') this.plan = event;
    if (!ofTheGroup.has(type) && !isAbout(event, this.state, this.personId)) return;
    this.events.push(event);
    if (this.events.length <= shown) return;
    // the opening stays
    this.events.splice(1, 1);
    this.left += 1;
  }

  /** The policy that the group follows; null before it was opened. */
  get policy(): FactOf<'AlertGroupOpened'>['policy'] {
    return this.opened?.policy ?? null;
  }

  /** The ordinal of the signal that opened it. */
  get signal(): number | null {
    const origin = this.opened?.origin;
    return origin?.kind === 'signal' ? origin.signal.ordinal : null;
  }

  /** Null before it was opened. */
  get answer(): WhyGroup | null {
    const { opened, state, events, left, plan } = this;
    if (!opened || !state) return null;
    const { groupId, number, title } = opened;
    const decided = verdictOf(state);
    const all = plan && plan.ordinal === decided.ordinal ? [...events, plan] : [...events];
    return { groupId, number, title: shownText(title), status: state.status, ...decided, events: all, left };
  }

  /** Drops the events before the last opening; the first opening stays. */
  private forget(): void {
    this.left = 0;
    this.events.splice(1);
  }
}
