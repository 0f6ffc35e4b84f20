import { events, eventContract } from '@tocsin/contracts/catalogue.js';
import { EventCodec } from '@tocsin/platform/codec/codec.js';
import { boundName } from '@tocsin/kernel/ids.js';
import type { SubjectKeys } from '@tocsin/platform/vault/vault.js';
import personJoinedV1 from './golden/person-joined-v1.json' with { type: 'json' };
import policiesV1 from './golden/policies-v1.json' with { type: 'json' };
import routingV1 from './golden/routing-v1.json' with { type: 'json' };
import { upcasters } from './registry.js';

/** A log line as an earlier release wrote it, and the keys that it was written with. */
interface Golden {
  readonly keys: Readonly<Record<string, string>>;
  readonly line: typeof personJoinedV1.line;
}

const readGolden = ({ keys, line }: Golden) => {
  const keyFor = (subject: string): Buffer | null => {
    const key = keys[subject];
    return key === undefined ? null : Buffer.from(key, 'base64');
  };
  const vault: SubjectKeys = { keyFor, keyUnlessDestroyed: keyFor };
  return new EventCodec({ vault, contractOf: eventContract, upcasters }).decode(line);
};

describe('what earlier releases wrote', () => {
  it('reads a person who joined before people had a time zone', () => {
    const event = readGolden(personJoinedV1);
    expect(event).toMatchObject({ type: 'PersonJoined', v: 2, ordinal: 7, meta: { node: 'golden' } });
    expect(event.data).toEqual({
      personId: '01900000-0000-7000-8000-00000000000a',
      name: 'Ana Müller',
      email: 'ana@example.org',
      role: 'owner',
      timeZone: 'Etc/UTC',
      passwordRef: '4a1f3f0e-6a53-4c0e-9f0b-6d0c6f1d2e3f',
    });
    expect(events.PersonJoined.data.parse(event.data)).toEqual(event.data);
  });

  it('reads her as erased once her key is destroyed', () => {
    expect(readGolden({ ...personJoinedV1, keys: {} }).data).toMatchObject({
      name: { erased: true },
      email: { erased: true },
      timeZone: 'Etc/UTC',
    });
  });

  it('reads what was routed before threads, rules and bounded names', () => {
    const readFirst = (type: string) => readGolden({ keys: {}, line: routingV1.lines.find((line) => line.type === type)! });
    for (const { type } of routingV1.lines) {
      const { v, data } = readFirst(type);
      const contract = events[type as keyof typeof events];
      expect([type, v, contract.data.parse(data)]).toEqual([type, contract.v, data]);
    }
    const long = boundName('f'.repeat(100), 64);
    const thread = '01900000-0000-7000-8000-000000000017|g1';
    expect(readFirst('SignalsRouted').data).toMatchObject({
      items: [
        { thread, by: { route: { id: 'default', version: 1 }, silence: null }, signal: { inbox: null }, alerts: [{ fingerprint: long }] },
      ],
    });
    expect(readFirst('AlertGroupOpened').data).toMatchObject({
      origin: { thread },
      alerts: [{ fingerprint: 'Disk' }, { fingerprint: long }],
    });
    expect(readFirst('AlertsResolved').data).toMatchObject({ fingerprints: [long] });
    for (const type of ['AlertGroupResolved', 'AlertGroupReopened']) expect(readFirst(type).data).toMatchObject({ thread });
  });

  it('reads the thread of a storm that ended or was acknowledged, from before one fact named several', () => {
    const upcast = (name: string, data: object) => upcasters[name]!(data as never);
    expect(upcast('AlertsResolved@2', { groupId: 'g', fingerprints: [], under: 'a|' })).toEqual({
      groupId: 'g',
      fingerprints: [],
      under: ['a|'],
    });
    expect(upcast('AlertsResolved@2', { groupId: 'g', fingerprints: ['a'] })).toEqual({ groupId: 'g', fingerprints: ['a'] });
    expect(upcast('AlertsTakenInHand@1', { groupId: 'g', under: 'a|' })).toEqual({ groupId: 'g', under: ['a|'] });
  });

  it('gives steps of policies from before they had ids one by their place, wherever the policy is said', () => {
    const readFirst = (type: string) => readGolden({ keys: {}, line: policiesV1.lines.find((line) => line.type === type)! });
    for (const { type } of policiesV1.lines) {
      const { v, data } = readFirst(type);
      const contract = events[type as keyof typeof events];
      expect([type, v, contract.data.parse(data)]).toEqual([type, contract.v, data]);
    }
    const stepIdsOf = (policy: unknown) => (policy as { steps: { stepId: string }[] }).steps.map(({ stepId }) => stepId);
    const [created, changed] = ['PolicyCreated', 'PolicyChanged'].map((type) => stepIdsOf(readFirst(type).data));
    expect(new Set(changed).size).toBe(2);
    expect(created).toEqual(changed!.slice(0, 1));
    const [taken] = (readFirst('TeamTookOver').data as { policies: { versions: unknown[] }[] }).policies;
    expect([taken, ...taken!.versions].map(stepIdsOf)).toEqual([changed, created, changed]);
  });

  it('has a step from every version to the next', () => {
    const neededVersions = Object.entries(events).flatMap(([type, { v }]) => Array.from({ length: v - 1 }, (_, n) => `${type}@${n + 1}`));
    expect(Object.keys(upcasters).toSorted()).toEqual(neededVersions.toSorted());
  });
});
