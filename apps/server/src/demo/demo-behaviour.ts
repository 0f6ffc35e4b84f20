import { contactTraits } from '@tocsin/contracts/contacts/kinds.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { listAlerts, noAlerts } from '@tocsin/domain/operation/alert-groups/alert-table.js';
import { groupIn } from '@tocsin/domain/operation/alert-groups/shared/what-if.js';
import { pageOf, type ExistingGroup } from '@tocsin/domain/operation/alert-groups/state.js';
import type { Chance } from '@tocsin/kernel/chance.js';
import type { ExternalAnswer } from '@tocsin/kernel/replay/pending-answers.js';
import { cast, type CastName, type CastPerson, type Condition } from './company-data.js';
import type { Agenda } from './agenda.js';
import type { Company } from './company.js';

const [minute, second] = [60_000, 1_000];

/** Simulated reactions of the demo’s people to pages, and responses of their providers. */
export class DemoBehaviour {
  /** Alert groups that no one touches: those that are open at the end. */
  readonly ignoredGroups = new Set<string>();
  /** Alert groups that are marked as noise: if one fires again it is acknowledged again, but not marked again. */
  private readonly marked = new Set<string>();
  /** The provider of phones is down until this instant. */
  phonesFailUntil = '';
  private readonly names: ReadonlyMap<string, CastName>;
  private readonly clocks = new Map<string, Intl.DateTimeFormat>();

  constructor(
    private readonly company: Company,
    private readonly agenda: Agenda,
    private readonly chance: Chance,
    private readonly conditionOf: (alertName: string) => Condition | undefined,
  ) {
    this.names = new Map((Object.keys(cast) as CastName[]).map((castName) => [company.person(castName), castName]));
  }

  /** The outcome of an attempt. The recipient may respond later. */
  answer(event: Recorded): ExternalAnswer | undefined {
    if (event.type !== 'AttemptStarted') return undefined;
    const { groupId, attemptId, pageId, slot } = event.data as FactOf<'AttemptStarted'>;
    const page = pageOf(groupIn(this.company.world, groupId) ?? { pages: [] }, pageId);
    const castName = page && this.names.get(page.personId);
    if (!castName) return undefined;
    const kind = page.attempts[slot]?.kind;
    const isPhone = kind !== undefined && contactTraits[kind].address === 'device';
    const outcome = this.outcomeOf(isPhone);
    if (outcome.ok) this.reach(castName, groupId, isPhone);
    const after = isPhone ? this.chance.drawAround(900, 2) : this.chance.drawAround(2_500, 2);
    return { command: { type: 'RecordAttempt', data: { groupId, attemptId, outcome } }, after };
  }

  private outcomeOf(isPhone: boolean) {
    const { now } = this.company.world;
    const fails = isPhone ? now < this.phonesFailUntil || this.chance.shouldHappen(0.004) : this.chance.shouldHappen(0.01);
    if (!fails) return { ok: true, state: isPhone ? 'delivered' : 'sent', providerId: null } as const;
    return { ok: false, reason: 'delivery.provider_unreachable', detail: 'connect ETIMEDOUT', retry: true } as const;
  }

  private reach(castName: CastName, groupId: string, isPhone: boolean): void {
    const { answersIn, sleepsThrough, timeZone } = cast[castName] as CastPerson;
    const isNight = this.isNightIn(timeZone);
    if (isNight && (!isPhone || this.chance.shouldHappen(sleepsThrough))) return;
    const wait = Math.max(20 * second, this.chance.drawAround(answersIn * (isNight ? 2 : 1) * minute, 1.8)) + (isPhone ? 0 : 5 * minute);
    this.agenda.scheduleAfter(wait, () => this.acknowledge(castName, groupId));
  }

  private isNightIn(timeZone: string): boolean {
    const clock = this.clocks.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hour12: false });
    this.clocks.set(timeZone, clock);
    const at = Number(clock.format(new Date(this.company.world.now)));
    return at >= 22 || at < 7;
  }

  private group(groupId: string): ExistingGroup | undefined {
    return this.company.world.memory.rows<ExistingGroup>('groups').get(groupId);
  }

  private acknowledge(castName: CastName, groupId: string): void {
    if (this.ignoredGroups.has(groupId) || this.group(groupId)?.status !== 'firing') return;
    const by = this.company.actor(castName);
    this.company.does({ type: 'AcknowledgeAlertGroup', data: { groupId } }, by);
    if (this.chance.shouldHappen(0.9))
      this.agenda.scheduleAfter(this.chance.drawBetween(20, 29) * minute, () => this.renewAcknowledgement(castName, groupId));
    if (this.chance.shouldHappen(0.25))
      this.agenda.scheduleAfter(this.chance.drawAround(8 * minute, 1.7), () => this.addNote(castName, groupId));
    if (this.noiseOf(groupId) && this.chance.shouldHappen(0.6))
      this.agenda.scheduleAfter(this.chance.drawBetween(2, 9) * minute, () => this.markNoise(castName, groupId));
    if (this.chance.shouldHappen(0.06))
      this.agenda.scheduleAfter(this.chance.drawAround(4 * minute, 1.7), () => this.snoozeGroup(castName, groupId));
    if (this.chance.shouldHappen(0.1))
      this.agenda.scheduleAfter(this.chance.drawAround(50 * minute, 1.6), () => this.resolve(castName, groupId));
  }

  /** Renews the acknowledgement before it times out; in one of ten cases they forget. */
  private renewAcknowledgement(castName: CastName, groupId: string): void {
    const group = this.group(groupId);
    if (group?.status !== 'acknowledged' || group.timeout === null) return;
    this.company.world.run({ type: 'RenewAcknowledgement', data: { groupId } }, { actor: this.company.actor(castName) });
    if (this.chance.shouldHappen(0.9))
      this.agenda.scheduleAfter(this.chance.drawBetween(20, 29) * minute, () => this.renewAcknowledgement(castName, groupId));
  }

  private addNote(castName: CastName, groupId: string): void {
    const group = this.group(groupId);
    if (!group || group.status === 'resolved') return;
    const text =
      listAlerts(group.alerts)
        .map(({ name }) => this.conditionOf(name)?.note)
        .find(Boolean) ?? this.chance.pick(remarks);
    this.company.does({ type: 'AddNote', data: { groupId, text } }, this.company.actor(castName));
  }

  private noiseOf(groupId: string): string | undefined {
    return listAlerts(this.group(groupId)?.alerts ?? noAlerts)
      .map(({ name }) => this.conditionOf(name)?.noise)
      .find(Boolean);
  }

  private markNoise(castName: CastName, groupId: string): void {
    const reason = this.noiseOf(groupId);
    if (!reason || this.marked.has(groupId) || this.group(groupId)?.status === 'firing') return;
    this.marked.add(groupId);
    this.company.does({ type: 'MarkAlertGroupAsNoise', data: { groupId, reason } }, this.company.actor(castName));
  }

  private snoozeGroup(castName: CastName, groupId: string): void {
    const group = this.group(groupId);
    if (group?.status !== 'acknowledged' || group.snooze) return;
    this.company.does(
      { type: 'SnoozeAlertGroup', data: { groupId, minutes: this.chance.pick([30, 60, 120]) } },
      this.company.actor(castName),
    );
  }

  private resolve(castName: CastName, groupId: string): void {
    if (this.group(groupId)?.status !== 'acknowledged') return;
    this.company.does({ type: 'ResolveAlertGroup', data: { groupId } }, this.company.actor(castName));
  }
}

const remarks = [
  'Looking into it.',
  'Same as last week. The ticket is still open.',
  'Restarted it; it is coming back.',
  'Nothing to do here: it always goes away after a few minutes.',
  'Waiting for the other team. They know.',
  'Traffic is higher than usual because of the newsletter.',
];
