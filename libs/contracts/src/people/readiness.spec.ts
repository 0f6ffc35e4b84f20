import type { ContactMethod, ContactRow } from '../contacts/rows.js';
import { readinessOf, type ReadinessFacts } from './readiness.js';
import { readinessCodes, type ReadinessCode } from './readiness-reasons.js';
import type { MethodReceipt } from '../contacts/receipts.js';

const day = 24 * 60 * 60 * 1_000;
const now = Date.parse('2026-11-21T03:12:00.000Z');
const daysAgo = (days: number): string => new Date(now - days * day).toISOString();

const method = (kind: ContactMethod['kind'], changes: Partial<ContactMethod> = {}): ContactMethod => ({
  contactMethodId: kind,
  kind,
  address: 'ana@example.org',
  verified: true,
  verification: null,
  secretRef: null,
  ...changes,
});
const receipt = (contactMethodId: string, changes: Partial<MethodReceipt> = {}): MethodReceipt => ({
  contactMethodId,
  since: daysAgo(1),
  sentAt: null,
  deliveredAt: null,
  failed: null,
  ...changes,
});
const failureFact = { at: daysAgo(0), reason: 'delivery.timeout' as const, inARow: 1 };
const rule = (contactMethodId: string, delayMinutes = 0) => ({ ruleId: 'r', urgency: 'high' as const, contactMethodId, delayMinutes });
const step = (waitMinutes: number, ...persons: string[]) => ({
  stepId: 's',
  targets: persons.map((personId) => ({ kind: 'person' as const, personId })),
  waitMinutes,
  notifyOthersStill: false,
});
const policy = (...steps: ReturnType<typeof step>[]) => ({ id: 'p', name: 'Payments', removed: false, steps });

interface Situation extends Partial<Omit<ReadinessFacts, 'contact' | 'receipts'>> {
  readonly methods?: readonly ContactMethod[];
  readonly rules?: ContactRow['rules'];
  readonly receipts?: readonly MethodReceipt[];
}
const readiness = ({ methods = [], rules = [], receipts = [], ...more }: Situation) =>
  readinessOf({
    contact: { id: 'ana', methods: [...methods], rules: [...rules] },
    receipts: { id: 'ana', methods: [...receipts] },
    policies: [],
    now,
    ...more,
  });
const codes = (situation: Situation): readonly ReadinessCode[] => {
  const { methods, reasons } = readiness(situation);
  return [...methods.flatMap((one) => one.reasons), ...reasons].map(({ code }) => code);
};

const [phone, mail, tab, hook] = [method('push'), method('email'), method('browser'), method('webhook')];
const ready = { methods: [phone], rules: [rule('push')] };

/** A situation for each code; the compiler reports a missing one. */
const situations: Readonly<Record<ReadinessCode, Situation>> = {
  'readiness.no_method': {},
  'readiness.only_tab': { methods: [tab], rules: [rule('browser')] },
  'readiness.only_mail': { methods: [mail], rules: [rule('email')] },
  'readiness.not_verified': { methods: [phone, method('email', { verified: false })], rules: [rule('push')] },
  'readiness.disabled': {
    methods: [phone, method('webhook', { verified: false, disabled: { reason: 'delivery.subscription_gone', at: daysAgo(1) } })],
    rules: [rule('push')],
  },
  'readiness.mail_not_set_up': { methods: [phone, method('email', { verified: false })], rules: [rule('push')], mail: false },
  'readiness.connection_missing': { methods: [phone, method('sms')], rules: [rule('push')], connections: [] },
  'readiness.bounces_not_seen': { methods: [phone, mail], rules: [rule('push'), rule('email')], mail: true, bounces: false },
  'readiness.switched_off': { methods: [phone, method('email', { switchedOffAt: daysAgo(1) })], rules: [rule('push')] },
  'readiness.failing': { ...ready, receipts: [receipt('push', { failed: failureFact })] },
  'readiness.silent': { ...ready, receipts: [receipt('push', { since: daysAgo(8) })] },
  'readiness.plain_http': { ...ready, here: ['readiness.plain_http'] },
  'readiness.push_not_granted': { ...ready, here: ['readiness.push_not_granted'] },
  'readiness.no_rule': { methods: [phone] },
  'readiness.sound_locked': { methods: [phone, tab], here: ['readiness.sound_locked'], rules: [rule('push'), rule('browser')] },
  'readiness.method_without_rule': { methods: [phone, mail], rules: [rule('push')] },
  // by SMS, which reports nothing by itself: a silent device has a reason of its own
  'readiness.no_night_page': {
    methods: [method('sms')],
    rules: [rule('sms')],
    receipts: [receipt('sms', { since: daysAgo(91), sentAt: daysAgo(1) })],
    timeZone: 'Europe/Zurich',
  },
  'readiness.late_rule': { ...ready, rules: [rule('push', 5)], policies: [policy(step(5, 'ana'), step(5, 'bo'))] },
  'readiness.away': { ...ready, away: [{ from: daysAgo(1), to: daysAgo(-1) }] },
  'readiness.alone': { ...ready, policies: [policy(step(5, 'ana'), step(5, 'ana'))] },
};

describe('readiness', () => {
  it('has nothing to say where a page would reach somebody', () => {
    expect(codes({ ...ready, policies: [policy(step(5, 'ana'), step(5, 'bo'))] })).toEqual([]);
  });

  it.each(readinessCodes)('%s is found in its situation, and nothing else', (code) => {
    expect(codes(situations[code])).toEqual([code]);
  });

  it('counts a receipt of the last 90 nights, and asks about no phone that is newer', () => {
    const old = { methods: [method('sms')], rules: [rule('sms')], timeZone: 'Europe/Zurich' };
    const receipts = [receipt('sms', { since: daysAgo(91) })];
    const facts = { contact: { id: 'ana', methods: [...old.methods], rules: [...old.rules] }, policies: [], now, timeZone: old.timeZone };
    const [night] = [daysAgo(5).slice(0, 10)];
    expect(readinessOf({ ...facts, receipts: { id: 'ana', methods: receipts, arrived: { 2: night } } }).reasons).toEqual([]);
    expect(readinessOf({ ...facts, receipts: { id: 'ana', methods: receipts, arrived: { 12: night } } }).reasons).toHaveLength(1);
    expect(codes({ ...old, receipts: [receipt('sms', { since: daysAgo(89) })] })).toEqual([]);
  });

  it('says how far a page would get', () => {
    const reach = (methods: readonly ContactMethod[], receipts: readonly MethodReceipt[] = []) => {
      const { reach: foundReach, isFine } = readiness({ methods, receipts });
      return [foundReach, isFine];
    };
    expect(reach([method('email', { verified: false })])).toEqual(['nobody', false]);
    expect(reach([tab])).toEqual(['tab', false]);
    expect(reach([tab, mail])).toEqual(['mail', true]);
    expect(reach([phone])).toEqual(['yes', true]);
    expect(reach([hook])).toEqual(['yes', true]);
    // a loud method that failed last does not count; another loud one does
    expect(reach([tab, mail, phone], [receipt('push', { failed: failureFact })])).toEqual(['unsure', false]);
    expect(reach([hook, phone], [receipt('push', { failed: failureFact })])).toEqual(['yes', true]);
    expect(reach([tab, mail], [receipt('email', { failed: failureFact })])).toEqual(['unsure', false]);
    // a tab that is closed has not failed
    expect(reach([tab], [receipt('browser', { failed: { ...failureFact, reason: 'delivery.no_open_tab' } })])).toEqual(['tab', false]);
  });

  it('counts only what a rule uses, once there is a rule that can be used', () => {
    const reach = (methods: readonly ContactMethod[], ...rules: ContactRow['rules']) => readiness({ methods, rules }).reach;
    expect(reach([mail, hook], rule('email'))).toBe('mail');
    expect(reach([tab, hook], rule('browser'))).toBe('tab');
    expect(reach([mail, hook], rule('webhook'))).toBe('yes');
    expect(reach([mail, hook])).toBe('yes');
    expect(reach([method('email', { verified: false }), hook], rule('email'))).toBe('yes');
  });

  it('counts no e-mail while mail is not set up', () => {
    const reach = (mailIsSetUp: boolean | undefined, ...methods: readonly ContactMethod[]) =>
      readiness({ methods, mail: mailIsSetUp }).reach;
    expect([reach(false, mail), reach(false, mail, tab), reach(false, mail, phone)]).toEqual(['nobody', 'tab', 'yes']);
    expect([reach(true, mail), reach(undefined, mail)]).toEqual(['mail', 'mail']);
    expect(codes({ methods: [mail], mail: false })).toEqual(['readiness.mail_not_set_up', 'readiness.no_method']);
  });

  it('blocks what needs a connection while there is none', () => {
    const methods = [method('sms')];
    expect(readiness({ methods, connections: [] })).toMatchObject({ isFine: false, first: null, methods: [{ isUsable: false }] });
    for (const connections of [['twilio'], undefined]) expect(readiness({ methods, connections })).toMatchObject({ isFine: true });
  });

  it('says that bounces are not seen until one was, and counts the e-mail all the same', () => {
    const facts = { methods: [mail], rules: [rule('email')], mail: true };
    expect(codes({ ...facts, bounces: false })).toEqual(['readiness.bounces_not_seen', 'readiness.only_mail']);
    expect(readiness({ ...facts, bounces: false })).toMatchObject({ reach: 'mail', isFine: true, methods: [{ isSure: true }] });
    for (const bounces of [true, undefined]) expect(codes({ ...facts, bounces })).toEqual(['readiness.only_mail']);
  });

  it('counts nothing that is switched off', () => {
    const off = { switchedOffAt: daysAgo(1) };
    const reach = (methods: readonly ContactMethod[], ...rules: ContactRow['rules']) => readiness({ methods, rules }).reach;
    expect(reach([method('push', off)], rule('push'))).toBe('nobody');
    expect(reach([mail, method('push', off)], rule('push'), rule('email', 5))).toBe('mail');
    expect(reach([hook, method('email', off)], rule('email'))).toBe('yes');
  });

  it('is sure neither of a tab whose sound is locked, nor of a tab that no rule uses', () => {
    const isSure = (situation: Situation) => readiness(situation).methods.at(-1)!.isSure;
    expect(isSure({ methods: [mail, tab], rules: [rule('email'), rule('browser')] })).toBe(true);
    expect(isSure({ methods: [mail, tab], rules: [rule('email'), rule('browser')], here: ['readiness.sound_locked'] })).toBe(false);
    expect(isSure({ methods: [mail, tab], rules: [rule('email')] })).toBe(false);
  });

  it('says by what a page comes first, and after how long', () => {
    const first = (situation: Situation) => {
      const result = readiness(situation).first;
      return result && [result.method.kind, result.delayMinutes];
    };
    const methods = [mail, phone, tab];
    expect(first({ methods })).toEqual(['email', 0]);
    expect(first({ methods, rules: [rule('email', 5), rule('push', 2), rule('browser', 0)] })).toEqual(['push', 2]);
    expect(first({ methods: [phone], rules: [rule('push')], receipts: [receipt('push', { failed: failureFact })] })).toBeNull();
  });
});

describe('a device', () => {
  const isSilent = (changes: Partial<MethodReceipt>) =>
    codes({ ...ready, receipts: [receipt('push', changes)] }).includes('readiness.silent');

  it('is silent when nothing was heard of it for more than seven days', () => {
    expect(isSilent({ since: daysAgo(7) })).toBe(false);
    expect(isSilent({ since: daysAgo(7.001) })).toBe(true);
    expect(isSilent({ since: daysAgo(30), deliveredAt: daysAgo(6) })).toBe(false);
    expect(isSilent({ since: daysAgo(30), deliveredAt: daysAgo(8) })).toBe(true);
    // subscribed again since, so it exists
    expect(isSilent({ since: daysAgo(1), deliveredAt: daysAgo(20) })).toBe(false);
  });

  it('is not heard by what its push service took', () => {
    expect(isSilent({ since: daysAgo(30), sentAt: daysAgo(0) })).toBe(true);
  });

  it('has nothing against it while its receipts are not read', () => {
    expect(codes({ ...ready, receipts: [] })).toEqual([]);
  });

  it('alone has to speak: mails and webhooks say nothing of themselves', () => {
    const old = { since: daysAgo(30) };
    expect(
      codes({ methods: [mail, hook], rules: [rule('email'), rule('webhook')], receipts: [receipt('email', old), receipt('webhook', old)] }),
    ).toEqual([]);
  });
});
