import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { textOrErased } from '@tocsin/contracts/redactions/noun.js';
import type { WhyGroup } from '@tocsin/contracts/why/why.js';
import { initialWhyOf, whyReadings, type FactPlace, type WhyPage, type WhyState } from './why-facts.js';

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
  'AlertGroupSuppressed',
  'AlertGroupSettling',
  'AlertGroupUnsuppressed',
  'HoldEnded',
  'AlertGroupFlapped',
  'FlappingEnded',
  'AlertsMuted',
  'AlertsUnmuted',
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
const maxShown = 100;

const createVerdict = (verdictOf: WhyGroup['verdict'], ordinal: number, more: Partial<Verdict> = {}): Verdict => ({
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
const verdictOfPages = (pages: readonly WhyPage[]): Verdict | undefined => {
  const out = pages.findLast(({ hasGoneOut }) => hasGoneOut);
  if (out) return createVerdict('paged', out.ordinal, { dueAt: next(pages) });
  const waitingPage = pages.findLast(({ state, open }) => state === 'running' && Object.keys(open).length > 0);
  if (waitingPage) return createVerdict('waiting', waitingPage.ordinal, { dueAt: next([waitingPage]) });
  const last = pages.at(-1);
  return last && createVerdict(last.state === 'cancelled' ? 'cancelled' : 'not_delivered', last.ordinal, { reason: last.reason });
};

const verdictOf = ({ pages, unreachable, skipped, stopped, planned, last }: WhyState, isNamed: boolean): Verdict => {
  const all = Object.values(pages);
  const pagedVerdict = verdictOfPages(all.filter(({ quiet }) => !quiet));
  if (pagedVerdict) return pagedVerdict;
  if (unreachable) return createVerdict('not_reachable', unreachable.ordinal, { reason: unreachable.reason });
  const quietMessage = all.findLast(({ quiet, hasGoneOut }) => quiet && hasGoneOut);
  if (quietMessage) return createVerdict('told', quietMessage.ordinal);
  if (skipped) return createVerdict('step_skipped', skipped.ordinal);
  if (!isNamed) return createVerdict('not_named', last.ordinal);
  if (stopped) return createVerdict('stopped', stopped.ordinal);
  return planned ? createVerdict('step_pending', planned.ordinal, { dueAt: planned.dueAt }) : createVerdict('not_named', last.ordinal);
};

const isAbout = ({ data }: Recorded, { pages }: WhyState, personId: string): boolean => {
  const { personId: eventPersonId, pageId } = data as { readonly personId?: string; readonly pageId?: string | null };
  return eventPersonId === personId || (typeof pageId === 'string' && Object.hasOwn(pages, pageId));
};

/** Why a person was paged for an alert group, or was not: read from its facts, in order. Nothing is decided again. */
export class GroupWhy {
  private state: WhyState | undefined;
  private opened: FactOf<'AlertGroupOpened'> | undefined;
  private readonly events: Recorded[] = [];
  private left = 0;
  /** The last plan of a step: shown if the person would have waited for it. */
  private plan: Recorded | undefined;

  /** `canBeNamed`: whether a step of a policy may page the person. */
  constructor(
    private readonly personId: string,
    private readonly canBeNamed: (policy: NonNullable<FactOf<'AlertGroupOpened'>['policy']>) => boolean = () => true,
  ) {}

  take(event: Recorded): void {
    const { type, data, ordinal } = event;
    if (type === 'AlertGroupOpened') this.opened = data as FactOf<'AlertGroupOpened'>;
    const whyReading = whyReadings[type as keyof typeof whyReadings] as
      ((state: WhyState, data: unknown, place: FactPlace) => WhyState) | undefined;
    const before = this.state ?? initialWhyOf(ordinal);
    this.state = whyReading ? whyReading(before, data, { personId: this.personId, ordinal }) : before;
    if (type === 'AlertGroupReopened') this.forget();
    if (type === 'EscalationPolicyApplied' && this.opened)
      this.opened = { ...this.opened, policy: (data as FactOf<'EscalationPolicyApplied'>).policy };
    if (type === 'EscalationStepPlanned') this.plan = event;
    if (!ofTheGroup.has(type) && !isAbout(event, this.state, this.personId)) return;
    this.events.push(event);
    if (this.events.length <= maxShown) return;
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
    const currentVerdict = verdictOf(state, this.policy === null || this.canBeNamed(this.policy));
    const all = plan && plan.ordinal === currentVerdict.ordinal ? [...events, plan] : [...events];
    return { groupId, number, title: textOrErased(title), status: state.status, ...currentVerdict, events: all, left };
  }

  /** Drops the events before the last opening; the first opening stays. */
  private forget(): void {
    this.left = 0;
    this.events.splice(1);
  }
}
