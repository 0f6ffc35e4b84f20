import type { Anchor } from '@tocsin/contracts/reports/measures.js';
import type { FactKind, ReportFact } from './fact.js';

type Moments = Partial<Record<Anchor, { readonly first: number; last: number }>>;

/** One opening or reopening of an alert group, with its outcome until the next one. */
export interface Opening {
  readonly groupId: string;
  readonly number: number;
  readonly opening: number;
  readonly ordinal: number;
  /** Milliseconds. */
  readonly at: number;
  readonly serviceId: string;
  readonly teamId: string;
  integrationId: string;
  ruleId: string;
  /** Its source fired again after its own resolve. */
  readonly isRefire: boolean;
  urgency: 'high' | 'low';
  readonly moments: Moments;
  /** A person acted on it. */
  isActedOn: boolean;
  /** A person did more than to acknowledge, snooze or take it over: a note, a responder, an escalation, a resolve. */
  isWorkedOn: boolean;
  /** When each person acted last, in milliseconds. Undefined: nobody did. */
  lastActs?: Map<string, number>;
  /** Whether there was anything to do, by person. Undefined: nobody answered. */
  answers?: Map<string, string>;
  /** Its sender or a program acknowledged it. */
  isAcknowledgedOtherwise: boolean;
  resolvedBy: 'person' | 'sender' | 'timer' | null;
  /** It flapped, and stayed open. */
  hasFlapped: boolean;
  /** It was marked as noise. */
  isNoise: boolean;
  /** A silence, a window or an inhibition suppressed it. */
  isSuppressed: boolean;
  /** The first alert group of its storm; empty without one. */
  readonly storm: string;
  /** How often an alert of it fired. */
  alerts: number;
}

export interface Group {
  readonly number: number;
  readonly serviceId: string;
  readonly teamId: string;
  integrationId: string;
  ruleId: string;
  urgency: Opening['urgency'];
  readonly storm: string;
  /** The current opening, if it is in the range. */
  opening: Opening | null;
  readonly pages: Set<string>;
}

export interface Range {
  /** Milliseconds; the second is exclusive. */
  readonly from: number;
  readonly to: number;
}

type OpeningReducer = (group: Group, opening: Opening | null, fact: ReportFact) => void;

const mark = (opening: Opening | null, anchor: Anchor, at: number): void => {
  if (!opening) return;
  const existingMoment = opening.moments[anchor];
  if (existingMoment) existingMoment.last = at;
  else opening.moments[anchor] = { first: at, last: at };
};

const raiseUrgency = (group: Group, opening: Opening | null): void => {
  group.urgency = 'high';
  if (opening) opening.urgency = 'high';
};

/** Changes of the group and its current opening, by event type. */
const takings: Partial<Record<FactKind, OpeningReducer>> = {
  urgency: (group, opening, { numbers: [rank, alerts = 0] }) => {
    if (opening) opening.alerts += alerts;
    if (rank === 1) raiseUrgency(group, opening);
  },
  source: (group, opening, { words: [, integrationId = '', ruleId = ''] }) => {
    group.integrationId = integrationId;
    group.ruleId = ruleId;
    if (opening) Object.assign(opening, { integrationId, ruleId });
  },
  returned: (_, opening, { at }) => mark(opening, 'could_page', at),
  acknowledged: (_, opening, { at, words: [, kind] }) => {
    if (kind === 'person') mark(opening, 'acknowledged', at);
    else if (opening) opening.isAcknowledgedOtherwise = true;
  },
  acted: (_, opening, { at, words: [, personId = ''], numbers: [isMore] }) => {
    if (!opening) return;
    opening.isActedOn = true;
    opening.isWorkedOn ||= isMore === 1;
    (opening.lastActs ??= new Map()).set(personId, at);
  },
  answered: (_, opening, { words: [, personId = '', answer = ''] }) => {
    if (opening) (opening.answers ??= new Map()).set(personId, answer);
  },
  step_taken: (_, opening, { at, numbers: [step = 0] }) => {
    if (step >= 2) mark(opening, 'escalated', at);
  },
  paged: (group, opening, { at, words: [, pageId = ''] }) => {
    group.pages.add(pageId);
    mark(opening, 'paged', at);
  },
  notified: (group, opening, { at, words: [, pageId = ''] }) => {
    if (group.pages.has(pageId)) mark(opening, 'notified', at);
  },
  marked: (_, opening, { numbers: [markValue] }) => {
    if (opening) opening.isNoise = markValue === 1;
  },
  suppressed: (_, opening) => {
    if (opening) opening.isSuppressed = true;
  },
  flapped: (_, opening) => {
    if (opening) opening.hasFlapped = true;
  },
  resolved: (group, opening, { at, words: [, by] }) => {
    group.pages.clear();
    if (!opening) return;
    mark(opening, 'resolved', at);
    opening.resolvedBy = by as Opening['resolvedBy'];
  },
};

/**
 * The openings of a range, folded from facts in log order. Groups from before the range are known, because they may be
 * reopened in it.
 */
export class Openings {
  readonly list: Opening[] = [];
  private readonly groups = new Map<string, Group>();

  constructor(private readonly range: Range) {}

  take(fact: ReportFact): void {
    if (fact.kind === 'opened') this.open(fact);
    const group = this.groups.get(fact.words[0] ?? '');
    if (!group) return;
    if (fact.kind === 'reopened') this.reopen(group, fact);
    else takings[fact.kind]?.(group, group.opening, fact);
  }

  /** Undefined for a test, and for groups that the log does not know. */
  groupOf(groupId: string): Readonly<Group> | undefined {
    return this.groups.get(groupId);
  }

  private open(fact: ReportFact): void {
    const [groupId = '', serviceId = '', teamId = '', storm = ''] = fact.words;
    const [number = 0, receivedAt = 0] = fact.numbers;
    const group: Group = {
      number,
      serviceId,
      teamId,
      integrationId: '',
      ruleId: '',
      urgency: 'low',
      storm,
      opening: null,
      pages: new Set(),
    };
    this.groups.set(groupId, group);
    group.opening = this.begin(group, fact, { opening: 1, isRefire: false });
    mark(group.opening, 'could_page', fact.at);
    if (receivedAt > 0) mark(group.opening, 'received', receivedAt);
  }

  private reopen(group: Group, fact: ReportFact): void {
    const [, because, holder] = fact.words;
    group.pages.clear();
    group.opening = this.begin(group, fact, { opening: fact.numbers[0] ?? 1, isRefire: because === 'refire' });
    // a person who reopens a group and is assigned at once is not paged
    if (holder === '') mark(group.opening, 'could_page', fact.at);
  }

  private begin(group: Group, { at, ordinal, words }: ReportFact, reopenDetails: Pick<Opening, 'opening' | 'isRefire'>): Opening | null {
    if (at < this.range.from || at >= this.range.to) return null;
    const { number, serviceId, teamId, integrationId, ruleId, urgency, storm } = group;
    const opening: Opening = {
      groupId: words[0]!,
      number,
      ordinal,
      at,
      serviceId,
      teamId,
      integrationId,
      ruleId,
      urgency,
      storm,
      alerts: 0,
      moments: { opened: { first: at, last: at } },
      isActedOn: false,
      isWorkedOn: false,
      isAcknowledgedOtherwise: false,
      resolvedBy: null,
      hasFlapped: false,
      isNoise: false,
      isSuppressed: false,
      ...reopenDetails,
    };
    this.list.push(opening);
    return opening;
  }
}
