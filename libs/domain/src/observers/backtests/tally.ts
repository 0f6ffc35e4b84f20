import type { BacktestFigures, BacktestPage, PersonLoad } from '@tocsin/contracts/backtests/backtests.js';
import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import { contactTraits, type ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import type { ContactRow } from '@tocsin/contracts/contacts/rows.js';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import { millisBetween, toMillis } from '@tocsin/kernel/time.js';
import { SpillingMap, type SpillOptions } from '@tocsin/kernel/replay/spilling-map.js';
import type { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import { recipientOf, type PageRecipient } from '../../operation/alert-groups/shared/page-recipient.js';
import { endOfNight } from '../../setup/schedules/shared/night.js';
import { isZone, newestZonesVersion, createWallClock } from '../../setup/schedules/shared/wall-clock.js';
import { NightWeeks } from '../reports/shared/night-weeks.js';
import { workTypes } from '../reports/shared/work-types.js';
import { isRefire } from './offsets.js';

interface Group {
  readonly number: number;
  readonly openedAt: string;
  readonly pages: { readonly personId: string; readonly at: string; readonly by: ContactKind[]; readonly tried: string[] }[];
  /** How often it fired again, and how many pages there were before that. */
  turn: number;
  pagedBefore: number;
  isReached: boolean;
  isAcknowledged: boolean;
  /** Interruptions in sleep hours. */
  nightPages: number;
  /** A person did more than to acknowledge it. */
  isWorkedOn: boolean;
  /** By person, whether there was anything to do. */
  readonly answers: Record<string, string>;
}

interface Load {
  pages: number;
  interruptions: number;
  inSleepHours: number;
  last: string;
}

const initialProgress = { turn: 0, pagedBefore: 0, isReached: false, isAcknowledged: false, nightPages: 0, isWorkedOn: false } as const;
const work: ReadonlySet<string> = new Set([...workTypes, 'AlertGroupResolved']);

/** Counts the outcomes of alert groups that opened in a range: recorded ones, or imagined ones. */
export class Tally {
  private readonly groups: SpillingMap<Group>;
  private readonly sums = { groups: 0, paged: 0, acknowledged: 0 };
  /** Milliseconds, for each group of which a page reached a provider. */
  private readonly reached: number[] = [];
  private readonly loads = new Map<string, Load>();
  private readonly nightWeeks = new NightWeeks();
  private readonly opened: string[] = [];
  private readonly paid = { sms: 0, calls: 0 };
  private readonly hours = Array.from({ length: 168 }, () => 0);

  /** Counts groups that open in the range. `name`: of the side, since both share a store. */
  constructor(
    private readonly range: { readonly from: string; readonly to: string },
    { name, spill }: { readonly name: 'was' | 'would'; readonly spill?: SpillOptions | undefined },
  ) {
    this.groups = new SpillingMap(`tally ${name}`, spill);
  }

  take(event: Recorded, memory: MemoryRows): void {
    const fact = event as RecordedFact;
    const { at } = fact.meta;
    this.countPaid(fact, memory);
    if (fact.type === 'AlertGroupOpened') {
      const { groupId, number, test } = fact.data;
      if (!test && at >= this.range.from && at < this.range.to)
        this.addGroup(groupId, { number, openedAt: at, pages: [], answers: {}, ...initialProgress });
      return;
    }
    const { groupId = '' } = fact.data as { readonly groupId?: string };
    const group = this.groups.get(groupId);
    if (!group) return;
    this.applyFact(group, fact, memory);
    this.groups.set(groupId, group);
  }

  has(groupId: string): boolean {
    return this.groups.get(groupId) !== undefined;
  }
  numberOf(groupId: string): number | null {
    return this.groups.get(groupId)?.number ?? null;
  }
  pagesOf(groupId: string): readonly BacktestPage[] {
    return this.groups.get(groupId)?.pages ?? [];
  }
  /** How often a counted group has fired again. */
  turnOf(groupId: string): number | undefined {
    return this.groups.get(groupId)?.turn;
  }
  /** The counted groups, in the order in which they opened. */
  get groupIds(): readonly string[] {
    return this.opened;
  }
  /** When the first message of a page was handed over; undefined: nobody was paged. */
  firstTriedIn(groupId: string): string | undefined {
    return this.groups
      .get(groupId)
      ?.pages.flatMap(({ tried }) => tried)
      .toSorted()[0];
  }
  nightPagesIn(groupId: string): number {
    return this.groups.get(groupId)?.nightPages ?? 0;
  }
  /** Somebody said that there was something to do; or worked on it, and nobody said otherwise. */
  isReal(groupId: string): boolean {
    const { answers = {}, isWorkedOn = false } = this.groups.get(groupId) ?? {};
    const given = new Set(Object.values(answers));
    return given.has('yes') || (isWorkedOn && !given.has('no'));
  }
  /** How often the group had fired again, if the person has been paged exactly once since then. */
  firstPagedIn(groupId: string, personId: string): number | undefined {
    const group = this.groups.get(groupId);
    const pagedCount = group?.pages.slice(group.pagedBefore).filter((page) => page.personId === personId).length;
    return pagedCount === 1 ? group?.turn : undefined;
  }

  figures(): BacktestFigures {
    const { groups, paged, acknowledged } = this.sums;
    const persons = [...this.loads].map(([personId, { last: _, ...load }]): PersonLoad => ({ personId, ...load }));
    const sumOf = (of: (load: PersonLoad) => number): number => persons.reduce((total, load) => total + of(load), 0);
    return {
      groups,
      pages: sumOf(({ pages }) => pages),
      people: persons.length,
      interruptions: sumOf(({ interruptions }) => interruptions),
      inSleepHours: sumOf(({ inSleepHours }) => inSleepHours),
      reached: spreadOf(this.reached),
      nobody: groups - paged,
      acknowledged,
      hours: this.hours,
      paid: { ...this.paid },
      persons: persons.toSorted((a, b) => (a.personId < b.personId ? -1 : 1)),
      overBudget: this.nightWeeks.overBudget(),
    };
  }

  /** Each message once, for however many pages; by when it was handed over, because that is when it is charged. */
  private countPaid(fact: RecordedFact, memory: MemoryRows): void {
    if (fact.meta.at < this.range.from || fact.meta.at >= this.range.to) return;
    const kind =
      fact.type === 'BundleStarted' && !fact.data.passedOn
        ? memory
            .rows<ContactRow>('contacts')
            .get(fact.data.personId)
            ?.methods.find(({ contactMethodId }) => contactMethodId === fact.data.contactMethodId)?.kind
        : fact.type === 'AttemptStarted' && !fact.data.ring?.bundled
          ? recipientOf(fact.data, memory)?.kind
          : undefined;
    if (kind === 'sms') this.paid.sms += 1;
    if (kind === 'voice') this.paid.calls += 1;
  }

  private addGroup(groupId: string, group: Group): void {
    this.opened.push(groupId);
    this.sums.groups += 1;
    this.groups.set(groupId, group);
  }

  private applyFact(group: Group, fact: RecordedFact, memory: MemoryRows): void {
    const { at } = fact.meta;
    if (isRefire(fact.type)) {
      group.turn += 1;
      group.pagedBefore = group.pages.length;
    }
    if (fact.type === 'PageStarted' && !fact.data.quiet) {
      if (group.pages.length === 0) this.sums.paged += 1;
      group.pages.push({ personId: fact.data.personId, at, by: [], tried: [] });
      this.loadOf(fact.data.personId).pages += 1;
    }
    if (fact.type === 'AttemptStarted') this.noteAttempt(group, recipientOf(fact.data, memory), at, memory);
    if (fact.type === 'AttemptSent' && !group.isReached) {
      group.isReached = true;
      this.reached.push(millisBetween(group.openedAt, at));
    }
    if (fact.type === 'NightPageCounted') this.nightWeeks.take(fact.data);
    if (fact.type === 'ActionNeededAnswered') group.answers[fact.meta.actor.id] = fact.data.answer;
    if (work.has(fact.type) && fact.meta.actor.kind === 'person') group.isWorkedOn = true;
    if (fact.type === 'AlertGroupAcknowledged' && !group.isAcknowledged) {
      group.isAcknowledged = true;
      this.sums.acknowledged += 1;
    }
  }

  private noteAttempt(group: Group, recipient: PageRecipient | undefined, at: string, memory: MemoryRows): void {
    if (!recipient || recipient.quiet) return;
    const page = group.pages.findLast(({ personId }) => personId === recipient.personId);
    page?.by.push(recipient.kind);
    page?.tried.push(at);
    if (contactTraits[recipient.kind].loudness === 'quiet') return;
    const load = this.loadOf(recipient.personId);
    const isAnother = load.last === '' || millisBetween(load.last, at) >= alertGroupLimits.interruption;
    if (!isAnother) return;
    load.last = at;
    load.interruptions += 1;
    const { timeZone } = memory.rows<PersonRow>('people').get(recipient.personId) ?? { timeZone: 'UTC' };
    if (endOfNight(timeZone, at)) {
      load.inSleepHours += 1;
      group.nightPages += 1;
    }
    this.hours[hourOfWeekOf(timeZone, at)]! += 1;
  }

  private loadOf(personId: string): Load {
    const existingLoad = this.loads.get(personId);
    if (existingLoad) return existingLoad;
    const load = { pages: 0, interruptions: 0, inSleepHours: 0, last: '' };
    this.loads.set(personId, load);
    return load;
  }
}

/** The hour of the week by a person’s clock; by UTC when the time zone is unknown. */
const hourOfWeekOf = (timeZone: string, at: string): number => {
  const zones = newestZonesVersion();
  return createWallClock(zones, isZone(zones, timeZone) ? timeZone : 'UTC').hourOfWeek(toMillis(at));
};

const spreadOf = (delays: readonly number[]): BacktestFigures['reached'] => {
  const sortedDelays = delays.toSorted((a, b) => a - b);
  const percentileOf = (share: number): number | null => sortedDelays[Math.ceil(sortedDelays.length * share) - 1] ?? null;
  return { count: sortedDelays.length, median: percentileOf(0.5), p90: percentileOf(0.9) };
};
