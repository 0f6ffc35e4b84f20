import type { BacktestChange } from '@tocsin/contracts/backtests/backtests.js';
import type { NotificationRule } from '@tocsin/contracts/contacts/rows.js';
import type { Message } from '@tocsin/kernel/decide/decider.js';
import type { World } from '@tocsin/kernel/replay/world.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { idOf } from '../../configuration.fixture.js';
import { isMadeBy, createRepeater } from './change-types.js';

const [personId, contactMethodId, ruleId, other, existing] = ['b0', 'c0', '10', '20', '30'].map(idOf) as [
  string,
  string,
  string,
  string,
  string,
];
const rule = { personId, contactMethodId, urgency: 'high' as const, delayMinutes: 10 };
const change = (id: string, delayMinutes: number) => ({ type: 'ChangeNotificationRule', data: { personId, ruleId: id, delayMinutes } });
const remove = (id: string) => ({ type: 'RemoveNotificationRule', data: { personId, ruleId: id } });
const add = (id: string, more: object = {}) => ({ type: 'AddNotificationRule', data: { ...rule, ruleId: id, ...more } });

type Rules = Readonly<Record<string, number>>;
const rows = (rules: Rules) => ({
  rules: Object.entries(rules).map(([id, delayMinutes]): NotificationRule => ({
    ruleId: id,
    contactMethodId,
    urgency: 'high',
    delayMinutes,
  })),
});
/** The repeated command, with these recorded rules and those after the change. */
const repeatCommand = (triedChange: BacktestChange, command: Message, rulesBefore: Rules = {}, rulesNow: Rules = {}): Message | null =>
  createRepeater(triedChange)({ command, was: rows(rulesBefore), world: partOf<World>({ state: () => rows(rulesNow) }) });

describe('a removed or changed notification rule', () => {
  const removeRule: BacktestChange = { type: 'RemoveNotificationRule', data: { personId, ruleId } };

  it('takes the place of recorded edits of that rule alone', () => {
    for (const triedChange of [removeRule, { type: 'ChangeNotificationRule', data: { personId, ruleId, delayMinutes: 5 } } as const]) {
      expect([change(ruleId, 10), remove(ruleId)].map((one) => repeatCommand(triedChange, one))).toEqual([null, null]);
      for (const one of [change(other, 10), remove(other), add(other)]) expect(repeatCommand(triedChange, one)).toBe(one);
    }
  });
});

describe('an added notification rule', () => {
  const addRule: BacktestChange = { type: 'AddNotificationRule', data: rule };

  it('stays where the same rule was added or removed', () => {
    expect(repeatCommand(addRule, add(other), {}, { [ruleId]: 10 })).toBeNull();
    expect(repeatCommand(addRule, remove(other), { [other]: 10 }, { [ruleId]: 10 })).toBeNull();
    expect(repeatCommand(addRule, remove(existing), { [existing]: 10 }, { [existing]: 10 })).toBeNull();
  });

  it('stays beside the rule of another delay into which the same rule was changed', () => {
    // added in the range: its id is free
    expect(repeatCommand(addRule, change(other, 5), { [other]: 10 }, { [ruleId]: 10 })).toEqual(add(other, { delayMinutes: 5 }));
    // there from the beginning: its id is that of the rule that stays
    const { ruleId: _, ...data } = add('', { delayMinutes: 5 }).data;
    expect(repeatCommand(addRule, change(existing, 5), { [existing]: 10 }, { [existing]: 10 })).toEqual({
      type: 'AddNotificationRule',
      data,
    });
  });

  it('hands later edits to that other rule', () => {
    const currentRules = { [existing]: 10, [other]: 5 };
    expect(repeatCommand(addRule, change(existing, 7), { [existing]: 5 }, currentRules)).toEqual(change(other, 7));
    expect(repeatCommand(addRule, remove(existing), { [existing]: 5 }, currentRules)).toEqual(remove(other));
    expect(repeatCommand(addRule, change(existing, 10), { [existing]: 5 }, currentRules)).toEqual(remove(other));
  });

  it('takes the place of a rule that was changed to the same delay', () => {
    expect(repeatCommand(addRule, change(other, 10), { [other]: 5 }, { [ruleId]: 10, [other]: 5 })).toEqual(remove(other));
  });

  it('leaves other rules as they were: of another delay, urgency or method', () => {
    for (const more of [{ delayMinutes: 6 }, { urgency: 'low' }, { contactMethodId: other }]) {
      const command = add(ruleId, more);
      expect(repeatCommand(addRule, command)).toBe(command);
    }
    for (const command of [remove(other), change(other, 7), change(other, 6)]) {
      expect(repeatCommand(addRule, command, { [other]: 6 }, { [ruleId]: 10, [other]: 6 })).toBe(command);
    }
  });

  it('can be there once its contact method is', () => {
    const isCreated = (id: string): boolean => isMadeBy(addRule, { type: 'ContactMethodAdded', data: { personId, contactMethodId: id } });
    expect([isCreated(contactMethodId), isCreated(other)]).toEqual([true, false]);
  });
});

describe('a silence less', () => {
  const silenceId = idOf('51');
  const without: BacktestChange = { type: 'EndSilence', data: { silenceId } };

  it('takes the place of recorded edits of that silence alone, from when it was started', () => {
    const extended = (id: string) => ({ type: 'ChangeSilenceEnd', data: { silenceId: id, until: '2026-11-21T03:12:00.000Z' } });
    expect(repeatCommand(without, extended(silenceId))).toBeNull();
    const ofOther = extended(other);
    expect(repeatCommand(without, ofOther)).toBe(ofOther);
    expect(isMadeBy(without, { type: 'SilenceStarted', data: { silenceId } })).toBe(true);
  });
});

describe('a changed window, inhibition rule, heartbeat or setting of the organisation', () => {
  const [windowId, inhibitionId, heartbeatId] = ['3a1', '1b1', '4b1'].map(idOf) as [string, string, string];
  const window = {
    name: 'Nights',
    services: [],
    matchers: [],
    behaviour: 'suppress' as const,
    from: '2026-11-21T00:00',
    to: '2026-11-22T00:00',
  };
  const inhibition = { teamId: null, name: 'Cluster', source: [], target: [], equal: [], isOn: true };
  const heartbeat = { name: 'Backup', schedule: { kind: 'interval', every: 60 }, tolerate: 0, urgency: 'high', postOnly: false } as const;
  const changes: readonly (readonly [BacktestChange, edits: readonly Message[], made: string])[] = [
    [
      { type: 'ChangeMaintenance', data: { windowId, version: 1, ...window, zone: 'UTC', rule: null } },
      ['ChangeMaintenance', 'SkipMaintenance', 'EndMaintenance', 'RemoveMaintenance'].map((type) => ({ type, data: { windowId } })),
      'MaintenancePlanned',
    ],
    [
      { type: 'RemoveInhibitionRule', data: { ruleId: inhibitionId } },
      ['SaveInhibitionRule', 'RemoveInhibitionRule'].map((type) => ({ type, data: { ruleId: inhibitionId } })),
      'InhibitionRuleSaved',
    ],
    [
      { type: 'SaveInhibitionRule', data: { ruleId: inhibitionId, ...inhibition } },
      ['SaveInhibitionRule', 'RemoveInhibitionRule'].map((type) => ({ type, data: { ruleId: inhibitionId } })),
      'InhibitionRuleSaved',
    ],
    [
      { type: 'ChangeHeartbeat', data: { heartbeatId, ...heartbeat } },
      ['ChangeHeartbeat', 'RemoveHeartbeat'].map((type) => ({ type, data: { heartbeatId } })),
      'HeartbeatCreated',
    ],
    [{ type: 'ChangeClosingByAge', data: { days: 3 } }, [{ type: 'ChangeClosingByAge', data: { days: 7 } }], 'OrganisationSetUp'],
    [
      { type: 'ChangeOrganisationTimeZone', data: { timeZone: 'UTC' } },
      [{ type: 'ChangeOrganisationTimeZone', data: { timeZone: 'Europe/Berlin' } }],
      'OrganisationSetUp',
    ],
  ];

  it('takes the place of its recorded edits, from when it was made, and of no other’s', () => {
    for (const [triedChange, edits, made] of changes) {
      expect(edits.map((edit) => repeatCommand(triedChange, edit))).toEqual(edits.map(() => null));
      const ofOther = { type: 'ChangeMaintenance', data: { windowId: other } };
      expect(repeatCommand(triedChange, ofOther)).toBe(ofOther);
      expect(isMadeBy(triedChange, { type: made, data: triedChange.data })).toBe(true);
    }
  });
});
