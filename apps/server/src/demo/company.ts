import type { Actor } from '@tocsin/contracts/envelope.js';
import type { LayerSetting } from '@tocsin/contracts/schedules/layers.js';
import type { Message } from '@tocsin/kernel/decide/decider.js';
import { deriveId } from '@tocsin/kernel/ids.js';
import { systemActor } from '@tocsin/kernel/react/process.js';
import type { World } from '@tocsin/kernel/replay/world.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { cast, services, teams, type CastName, type CastPerson, type ServiceName, type TeamName } from './company-data.js';

/** Of the demo that a server makes. */
export const demoSeed = 1;

/** Ids that are the same for the same seed, whatever the start of the year. */
export type NameId = (kind: string, name: string) => string;
export const idsOf =
  (seed: number): NameId =>
  (kind, name) =>
    deriveId('2024-01-01T00:00:00.000Z', 'demo', seed, kind, name);

const rolesOf = (castName: CastName): string[] => (castName === 'ines' ? ['owner'] : [(cast[castName] as CastPerson).role ?? 'member']);
export const actorOf = (id: NameId, castName: CastName): Actor => ({
  kind: 'person',
  id: id('person', castName),
  roles: rolesOf(castName),
});
export const emailOf = (castName: CastName): string => `${castName}@larkfield.example`;
export const passwordRefOf = (personId: string): string => `demo-password/${personId}`;

const senderNames = { alertmanager: 'Alertmanager', generic: 'Jobs', 'pagerduty-events': 'Crash reports' };

/** Runs commands in the name of the demo’s people. Each must have an effect: a refusal is a bug in the demo. */
export class Company {
  constructor(
    readonly world: World,
    readonly id: NameId,
  ) {}

  person = (castName: CastName): string => this.id('person', castName);
  team = (name: TeamName): string => this.id('team', name);
  service = (name: ServiceName): string => this.id('service', name);
  policy = (name: TeamName): string => this.id('policy', name);
  schedule = (name: string): string => this.id('schedule', name);
  actor = (castName: CastName): Actor => actorOf(this.id, castName);

  does(command: Message, by: Actor = this.actor('ines')): void {
    const outcome = this.world.run(command, { actor: by });
    if (outcome.kind !== 'done') throw new Error(`the demo can’t ${command.type}: ${JSON.stringify(outcome)}`);
  }

  /** On the first day: the configuration, before the first signal. */
  settle(): void {
    this.does({ type: 'StartReactor', data: { awayFrom: null } }, systemActor);
    this.setUp();
    for (const castName of Object.keys(cast) as CastName[]) if (castName !== 'ines') this.addPerson(castName);
    for (const castName of Object.keys(cast) as CastName[]) this.addContactMethods(castName);
    for (const name of Object.keys(teams) as TeamName[]) this.addTeam(name);
    this.addSchedules();
    for (const name of Object.keys(teams) as TeamName[]) this.addPolicy(name);
    for (const name of Object.keys(services) as ServiceName[]) this.addService(name);
  }

  private setUp(): void {
    const { id } = this;
    const first = { teamId: this.team('payments'), name: teams.payments.name };
    const data = {
      organisationId: id('organisation', 'larkfield'),
      name: 'Larkfield Groceries',
      timeZone: 'Europe/Berlin',
      url: 'http://localhost:3000',
      owner: {
        personId: this.person('ines'),
        name: cast.ines.name,
        email: emailOf('ines'),
        passwordRef: passwordRefOf(this.person('ines')),
      },
      team: first,
      service: { serviceId: this.service('checkout'), name: services.checkout.name },
      policy: { policyId: this.policy('payments'), name: `${teams.payments.name} on call` },
      integration: { integrationId: id('integration', 'checkout'), name: 'Alertmanager', kind: 'alertmanager', ...this.key('checkout') },
      contactMethodId: id('browser', 'ines'),
      ruleIds: { high: id('rule-browser-high', 'ines'), low: id('rule-browser-low', 'ines') },
    };
    this.does({ type: 'SetUp', data }, systemActor);
  }

  /** Keys of the demo open nothing: these are not hashes of any known key. */
  private key(name: string): { readonly keyHash: string; readonly keyRef: string } {
    return { keyHash: `demo:${this.id('key', name)}`, keyRef: `demo-key/${this.id('key', name)}` };
  }

  private addPerson(castName: CastName): void {
    const { name, timeZone, ...rest } = cast[castName];
    const personId = this.person(castName);
    const role = (rest as Partial<CastPerson>).role ?? 'member';
    const invitation = { invitationHash: `demo:${this.id('invitation', castName)}`, expiresAt: addMillis(this.world.now, 7 * 86_400_000) };
    this.does({ type: 'InvitePerson', data: { personId, name, email: emailOf(castName), role, timeZone, ...invitation } });
    this.does({ type: 'JoinPerson', data: { personId, passwordRef: passwordRefOf(personId) } }, this.actor(castName));
  }

  /** Adds a phone that is paged at once, and e-mail some minutes later. */
  private addContactMethods(castName: CastName): void {
    const personId = this.person(castName);
    const [phone, mail] = [this.id('phone', castName), this.id('mail', castName)];
    const by = this.actor(castName);
    const push = {
      kind: 'push',
      personId,
      contactMethodId: phone,
      address: `https://push.example/${phone}`,
      secretRef: `demo-push/${phone}`,
      label: 'Phone',
    };
    this.does({ type: 'AddContactMethod', data: push }, by);
    this.does({ type: 'AddContactMethod', data: { kind: 'email', personId, contactMethodId: mail, address: emailOf(castName) } }, by);
    this.does({ type: 'VerifyContactMethod', data: { personId, contactMethodId: mail, codeCheck: 'right' } }, by);
    const rules = [
      ['high', phone, 0],
      ['high', mail, 3],
      ['low', mail, 0],
    ] as const;
    for (const [urgency, contactMethodId, delayMinutes] of rules) {
      const ruleId = this.id(`rule-${urgency}-${delayMinutes}`, castName);
      const outcome = this.world.run(
        { type: 'AddNotificationRule', data: { personId, ruleId, urgency, contactMethodId, delayMinutes } },
        { actor: by },
      );
      if (outcome.kind === 'refused') throw new Error(`a rule of ${castName}: ${outcome.refused.code}`);
    }
  }

  private addTeam(name: TeamName): void {
    const { manager, people, name: title } = teams[name];
    const teamId = this.team(name);
    if (name !== 'payments') this.does({ type: 'CreateTeam', data: { teamId, name: title, description: '' } });
    for (const castName of people)
      this.does({ type: 'AddTeamMember', data: { teamId, personId: this.person(castName), role: 'responder' } });
    const isIn = name === 'payments' && manager === 'ines';
    if (!isIn) this.does({ type: 'AddTeamMember', data: { teamId, personId: this.person(manager), role: 'manager' } });
  }

  private addSchedules(): void {
    const weekly = { unit: 'weeks', count: 1, time: '09:00', weekday: 1 } as const;
    this.addSchedule('payments', 'Payments primary', 'Europe/Berlin', [
      this.toLayer('payments', ['mira', 'pavel', 'leila', 'tomas'], weekly),
    ]);
    // follow the sun: each continent is on call by day, and changes people when its day begins
    const atDawn = { ...weekly, time: '08:00' } as const;
    const atDusk = { ...weekly, time: '20:00' } as const;
    const follow = [
      this.toLayer('storefront-berlin', ['sanna', 'yuki'], atDawn, [{ weekdays: [], times: { from: '08:00', to: '20:00' } }]),
      this.toLayer('storefront-new-york', ['dev', 'grace'], atDusk, [{ weekdays: [], times: { from: '20:00', to: '08:00' } }]),
    ];
    this.addSchedule('storefront', 'Storefront follow the sun', 'Europe/Berlin', follow);
    // the unfair rotation: Hugo has two turns of three
    const uneven = this.toLayer('platform', ['hugo', 'emil', 'hugo'], weekly);
    this.addSchedule('platform', 'Platform primary', 'Europe/Berlin', [uneven]);
    // no one at the weekend
    const weekdays = this.toLayer('data', ['yuki', 'hugo'], { unit: 'days', count: 1, time: '08:00' }, [{ weekdays: [1, 2, 3, 4, 5] }]);
    this.addSchedule('data', 'Data on weekdays', 'Europe/Berlin', [weekdays]);
  }

  toLayer(
    name: string,
    order: readonly CastName[],
    length: LayerSetting['rotation']['length'],
    restrictions: LayerSetting['restrictions'] = [],
  ): LayerSetting {
    const slots = order.map((castName, n) => ({ slotId: this.id('slot', `${name}-${n}`), people: [this.person(castName)] }));
    const rotation = { slots, length, anchor: this.world.now, countsCoveredTimeOnly: false };
    return { layerId: this.id('layer', name), name: 'Rotation', timeZone: null, priority: 0, from: null, rotation, restrictions };
  }

  private addSchedule(team: TeamName, name: string, timeZone: string, layers: readonly LayerSetting[]): void {
    const data = { teamId: this.team(team), scheduleId: this.schedule(team), name, externalKey: null, timeZone, layers };
    this.does({ type: 'CreateSchedule', data });
  }

  /** First the person on call, then the next one, then the team’s manager. */
  private addPolicy(name: TeamName): void {
    const [teamId, policyId, scheduleId] = [this.team(name), this.policy(name), this.schedule(name)];
    const step = (waitMinutes: number, ...targets: readonly object[]) => ({ targets, waitMinutes, notifyOthersStill: false });
    const steps = [
      step(5, { kind: 'schedule', scheduleId }),
      step(10, { kind: 'next_on_call', scheduleId }),
      step(15, { kind: 'person', personId: this.person(teams[name].manager) }),
    ];
    const rules = { name: `${teams[name].name} on call`, steps, repeats: 2, climbLow: false };
    if (name === 'payments') this.does({ type: 'ChangePolicy', data: { teamId, policyId, version: 1, ...rules } });
    else this.does({ type: 'CreatePolicy', data: { teamId, policyId, ...rules } });
  }

  private addService(name: ServiceName): void {
    const { name: title, team, description, kind } = services[name];
    const [teamId, serviceId] = [this.team(team), this.service(name)];
    const fields = {
      description,
      runbook: `https://wiki.larkfield.example/${name}`,
      policyId: this.policy(team),
      urgencyRule: 'by_severity',
      ackTimeoutMinutes: null,
      reopenWindowMinutes: null,
    };
    if (name === 'checkout') {
      this.does({ type: 'ChangeService', data: { teamId, serviceId, version: 1, name: title, ...fields } });
      return;
    }
    this.does({ type: 'CreateService', data: { teamId, serviceId, name: title, ...fields } });
    const integrationId = this.id('integration', name);
    const integrationName = `${senderNames[kind]} of ${title}`;
    this.does({ type: 'CreateIntegration', data: { teamId, serviceId, integrationId, name: integrationName, kind, ...this.key(name) } });
  }
}
