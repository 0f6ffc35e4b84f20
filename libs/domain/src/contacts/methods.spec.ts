import type { Fact } from '@tocsin/contracts/catalogue.js';
import { ERASED } from '@tocsin/contracts/ids.js';
import { given } from '@tocsin/kernel/decide/given.js';
import { react } from '@tocsin/kernel/react/process.js';
import { bo, byAdmin, byBo, byObserver, byOwner, bySystem, idOf, readsAfter, recordedFacts } from '../configuration.fixture.js';
import { anaJoined, boJoined, boMadeOwner } from '../people/facts.fixture.js';
import type { CodeCheck } from '../rules/code-check.js';
import { contactsDecider } from './decider.js';
import { provedProcess } from './proved.process.js';
import { browserAdded, browserId, codeRequested, codeSent, emailAdded, emailId, emailVerified, highRule } from './facts.fixture.js';

const reads = readsAfter(boJoined);
const asBo = { actor: byBo, reads };
const asAdmin = { actor: byAdmin, reads };
const about = (type: string, data: object) => ({ type, data: { personId: bo, ...data } });

describe('adding a contact method', () => {
  const browser = about('AddContactMethod', { kind: 'browser', contactMethodId: browserId });
  const email = about('AddContactMethod', { kind: 'email', address: 'bo@example.org', contactMethodId: emailId });

  const withRules = (...rules: readonly object[]) => ({ ...browser, data: { ...browser.data, rules } });

  it('adds the rules that were chosen with it, whatever else there is', () => {
    const chosen = withRules(
      { urgency: 'high', delayMinutes: 0 },
      { urgency: 'low', delayMinutes: 5 },
      { urgency: 'high', delayMinutes: 0 },
    );
    const rule = { personId: bo, ruleId: expect.any(String), contactMethodId: browserId };
    const added = [
      browserAdded,
      { type: 'NotificationRuleAdded', data: { ...rule, urgency: 'high', delayMinutes: 0 } },
      { type: 'NotificationRuleAdded', data: { ...rule, urgency: 'low', delayMinutes: 5 } },
    ];
    const facts = given(contactsDecider).when(chosen, asBo).facts();
    expect(facts).toEqual(added);
    expect(given(contactsDecider).when(chosen, asBo).facts()).toEqual(facts);
    expect(given(contactsDecider, [emailAdded, emailVerified, highRule]).when(chosen, asBo).facts()).toEqual(added);
  });

  it('adds no rule that nobody chose', () => {
    expect(given(contactsDecider).when(browser, asBo).facts()).toEqual([browserAdded]);
  });

  it('is refused with a rule beyond the limit, or with the id of another rule', () => {
    const fifteen = Array.from({ length: 15 }, (_, n) => ({
      ...highRule,
      data: { ...highRule.data, ruleId: idOf(`d${n}`), delayMinutes: n },
    }));
    expect(
      given(contactsDecider, [emailAdded, ...fifteen])
        .when(withRules({ urgency: 'low', delayMinutes: 0 }), asBo)
        .refusal(),
    ).toBe('limit.notification_rules');
    const taken = withRules({ ruleId: (highRule.data as { ruleId: string }).ruleId, urgency: 'low', delayMinutes: 0 });
    expect(given(contactsDecider, [emailAdded, highRule]).when(taken, asBo).refusal()).toBe('conflict.revision');
  });

  it('asks for a code for an e-mail address', () => {
    expect(given(contactsDecider).when(email, asBo).facts()).toEqual([emailAdded, codeRequested]);
  });

  it('keeps where the signing secret of a webhook lies', () => {
    const webhook = about('AddContactMethod', { kind: 'webhook', address: 'https://hook.example/x', secretRef: 'webhook/1' });
    expect(given(contactsDecider).when(webhook, asAdmin).facts()).toMatchObject([
      { type: 'ContactMethodAdded', data: { kind: 'webhook', verified: false, secretRef: 'webhook/1' } },
      { type: 'VerificationAsked' },
    ]);
  });

  it('does nothing the second time', () => {
    expect(given(contactsDecider, [browserAdded]).when(browser, asBo).nothing()).toBe(true);
    expect(given(contactsDecider, [emailAdded]).when(email, asBo).nothing()).toBe(true);
  });

  it('is refused for an address that is there already', () => {
    const other = about('AddContactMethod', { kind: 'email', address: 'BO@example.org' });
    expect(given(contactsDecider, [emailAdded]).when(other, asBo).refusal()).toBe('contact_method.address_taken');
    const second = about('AddContactMethod', { kind: 'browser' });
    expect(given(contactsDecider, [browserAdded]).when(second, asBo).refusal()).toBe('contact_method.address_taken');
    const erased = { type: 'ContactMethodAdded', data: { ...emailAdded.data, address: ERASED } };
    expect(given(contactsDecider, [erased]).when(other, asBo).types()).toEqual(['ContactMethodAdded', 'VerificationAsked']);
  });

  it('is refused beyond the limit', () => {
    const ten = Array.from({ length: 10 }, (_, n) => ({
      type: 'ContactMethodAdded',
      data: { ...emailAdded.data, contactMethodId: idOf(`c${n}`), address: `bo${n}@example.org` },
    }));
    expect(given(contactsDecider, ten).when(browser, asBo).refusal()).toBe('limit.contact_methods');
  });

  it('is for oneself and for admins, about somebody who is here', () => {
    expect(given(contactsDecider).when(browser, { actor: byObserver, reads }).refusal()).toBe('permission.denied');
    expect(given(contactsDecider).when(browser, { actor: byAdmin, reads: readsAfter() }).refusal()).toBe('person.not_found');
  });
});

describe('an address that is proved by joining', () => {
  const prove = about('ProveAddress', { address: 'bo@example.org' });
  const asSystem = { actor: bySystem, reads };

  it('is a verified contact method, without a rule that nobody chose', () => {
    expect(given(contactsDecider).when(prove, asSystem).facts()).toMatchObject([
      { type: 'ContactMethodAdded', data: { personId: bo, kind: 'email', address: 'bo@example.org', verified: true } },
    ]);
  });

  it('verifies the one that was added before, once', () => {
    const added = given(contactsDecider, [emailAdded]);
    expect(added.when(prove, asSystem).facts()).toEqual([emailVerified]);
    expect(given(contactsDecider, [emailAdded, emailVerified]).when(prove, asSystem).nothing()).toBe(true);
  });

  it('is Tocsin’s own to say, and follows from the link in the mail alone', () => {
    expect(given(contactsDecider).when(prove, asBo).refusal()).toBe('permission.denied');
    const joined = (data: object) => recordedFacts([{ type: 'PersonJoined', data: { ...boJoined.data, ...data } } as Fact])[0]!;
    const commandsAfter = (data: object) => react([provedProcess], joined(data), new Map()).map(({ command }) => command);
    expect(commandsAfter({})).toEqual([]);
    expect(commandsAfter({ addressProved: true, email: ERASED })).toEqual([]);
    expect(commandsAfter({ addressProved: true })).toEqual([{ type: 'ProveAddress', data: { personId: bo, address: 'Bo@example.org' } }]);
  });
});

describe('verifying', () => {
  const asked = given(contactsDecider, [emailAdded, codeRequested, codeSent]);
  const verify = (codeCheck: CodeCheck) => about('VerifyContactMethod', { contactMethodId: emailId, codeCheck });

  it('records the proof, and pages by it from now on', () => {
    expect(asked.when(verify('right'), asBo).facts()).toEqual([emailVerified]);
    expect(given(contactsDecider, [browserAdded, emailAdded, codeRequested]).when(verify('right'), asBo).facts()).toEqual([emailVerified]);
  });

  it('is refused with a wrong code, an expired one, or none asked for', () => {
    expect(asked.when(verify('wrong'), asBo).refusal()).toBe('contact_method.wrong_code');
    expect(asked.when(verify('right'), { ...asBo, now: '2026-11-21T03:42:00.001Z' }).refusal()).toBe('contact_method.wrong_code');
    expect(given(contactsDecider, [emailAdded]).when(verify('right'), asBo).refusal()).toBe('contact_method.wrong_code');
    expect(given(contactsDecider).when(verify('right'), asBo).refusal()).toBe('contact_method.not_found');
    expect(asked.when(verify('right'), { actor: byObserver, reads }).refusal()).toBe('permission.denied');
  });

  it('does nothing the second time', () => {
    expect(given(contactsDecider, [emailAdded, codeRequested, emailVerified]).when(verify('right'), asBo).nothing()).toBe(true);
  });

  it('can be asked for again until it is done', () => {
    const again = about('AskVerification', { contactMethodId: emailId });
    const later = '2026-11-21T03:12:10.000Z';
    expect(asked.when(again, { ...asBo, now: later }).facts()).toMatchObject([{ type: 'VerificationAsked' }]);
    expect(given(contactsDecider, [emailAdded, codeRequested, emailVerified]).when(again, asBo).nothing()).toBe(true);
    expect(given(contactsDecider).when(again, asBo).refusal()).toBe('contact_method.not_found');
    expect(asked.when(again, { actor: byObserver, reads }).refusal()).toBe('permission.denied');
  });
});

describe('a code that is asked for twice at one instant', () => {
  const again = about('AskVerification', { contactMethodId: emailId });

  it('is one', () => {
    for (const facts of [[codeRequested], [codeRequested, codeSent]]) {
      expect(
        given(contactsDecider, [emailAdded, ...facts])
          .when(again, asBo)
          .nothing(),
      ).toBe(true);
    }
  });

  it('is sent again at once where it could not be sent', () => {
    const failed = {
      type: 'VerificationFailed' as const,
      data: { personId: bo, contactMethodId: emailId, reason: 'delivery.timeout', detail: '' },
    };
    expect(given(contactsDecider, [emailAdded, codeRequested, failed]).when(again, asBo).facts()).toEqual([codeRequested]);
  });
});

describe('what became of sending the code', () => {
  const sent = about('RecordVerification', { contactMethodId: emailId, outcome: 'sent' });
  const failed = about('RecordVerification', { contactMethodId: emailId, outcome: 'failed', reason: 'delivery.timeout', detail: '30 s' });
  const asked = given(contactsDecider, [emailAdded, codeRequested]);

  it('is recorded', () => {
    expect(asked.when(sent, { actor: bySystem }).facts()).toEqual([codeSent]);
    expect(asked.when(failed, { actor: bySystem }).facts()).toEqual([
      { type: 'VerificationFailed', data: { personId: bo, contactMethodId: emailId, reason: 'delivery.timeout', detail: '30 s' } },
    ]);
  });

  it('is recorded once, and not after the code was used or the method removed', () => {
    expect(given(contactsDecider, [emailAdded, codeRequested, codeSent]).when(sent, { actor: bySystem }).nothing()).toBe(true);
    expect(given(contactsDecider, [emailAdded, codeRequested, emailVerified]).when(failed, { actor: bySystem }).nothing()).toBe(true);
    expect(given(contactsDecider).when(sent, { actor: bySystem }).nothing()).toBe(true);
  });

  it('is nobody’s to say but Tocsin’s', () => {
    expect(asked.when(sent, asAdmin).refusal()).toBe('permission.denied');
  });
});

describe('removing a contact method', () => {
  const remove = about('RemoveContactMethod', { contactMethodId: emailId });

  it('takes its rules with it', () => {
    const removed = given(contactsDecider, [browserAdded, emailAdded, highRule]).when(remove, asBo);
    expect(removed.facts()).toEqual([{ type: 'ContactMethodRemoved', data: { personId: bo, contactMethodId: emailId } }]);
    expect(removed.state()).toMatchObject({ methods: [{ contactMethodId: browserId }], rules: [] });
  });

  it('is refused for one that is not there, or is not one’s own', () => {
    expect(given(contactsDecider).when(remove, asBo).refusal()).toBe('contact_method.not_found');
    expect(given(contactsDecider, [emailAdded]).when(remove, { actor: byObserver, reads }).refusal()).toBe('permission.denied');
  });
});

describe('switching a contact method off', () => {
  const [off, on] = [
    about('SwitchOffContactMethod', { contactMethodId: emailId }),
    about('SwitchOnContactMethod', { contactMethodId: emailId }),
  ];
  const switchedOff = { type: 'ContactMethodSwitchedOff', data: { personId: bo, contactMethodId: emailId } } as const;
  const known = [emailAdded, emailVerified, highRule];

  it('keeps its rules, for when it is switched on again', () => {
    const decided = given(contactsDecider, known).when(off, asBo);
    expect(decided.facts()).toEqual([switchedOff]);
    expect(decided.state()).toMatchObject({ methods: [{ verified: true, switchedOffAt: expect.any(String) }], rules: [{}] });
    const again = given(contactsDecider, [...known, switchedOff]).when(on, asBo);
    expect(again.types()).toEqual(['ContactMethodSwitchedOn']);
    expect(again.state()).not.toHaveProperty('methods.0.switchedOffAt');
  });

  it('does nothing the second time', () => {
    expect(
      given(contactsDecider, [...known, switchedOff])
        .when(off, asBo)
        .nothing(),
    ).toBe(true);
    expect(given(contactsDecider, known).when(on, asBo).nothing()).toBe(true);
  });

  it('is refused for one that is not there, or is not one’s own', () => {
    for (const command of [off, on]) {
      expect(given(contactsDecider).when(command, asBo).refusal()).toBe('contact_method.not_found');
      expect(given(contactsDecider, known).when(command, { actor: byObserver, reads }).refusal()).toBe('permission.denied');
    }
  });
});

describe('the contact methods and rules of an owner', () => {
  const ownerReads = readsAfter(anaJoined, boJoined, boMadeOwner);
  const commands = [
    about('AddContactMethod', { kind: 'browser', contactMethodId: browserId }),
    about('RemoveContactMethod', { contactMethodId: browserId }),
    about('SwitchOffContactMethod', { contactMethodId: browserId }),
    about('SwitchOnContactMethod', { contactMethodId: browserId }),
    about('AskVerification', { contactMethodId: browserId }),
    about('RemoveNotificationRule', { ruleId: idOf('1') }),
  ];

  it('are changed by themselves or another owner, by no admin: a page acts in the name of whom it reaches', () => {
    for (const command of commands) {
      const by = (actor: typeof byAdmin) => given(contactsDecider).when(command, { actor, reads: ownerReads });
      expect(by(byAdmin).refusal()).toBe('permission.denied');
    }
    const add = (actor: typeof byAdmin) => given(contactsDecider).when(commands[0]!, { actor, reads: ownerReads });
    for (const actor of [{ ...byBo, roles: ['owner'] }, byOwner, bySystem]) expect(add(actor).types()[0]).toBe('ContactMethodAdded');
  });
});
