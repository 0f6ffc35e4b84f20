import type { Fact } from '@tocsin/contracts/catalogue.js';
import { ERASED } from '@tocsin/contracts/ids.js';
import { given } from '@tocsin/kernel/decide/given.js';
import { react } from '@tocsin/kernel/react/process.js';
import { bo, byAdmin, byBo, byObserver, byOwner, bySystem, idOf, readsAfter, recordedFacts } from '../../configuration.fixture.js';
import { anaJoined, boJoined, boMadeOwner } from '../people/facts.fixture.js';
import type { CodeCheck } from '../../rules/code-check.js';
import { configurationSequence } from '../../rules/configuration-sequence.js';
import { contactsDecider } from './decider.js';
import { addressVerifiedProcess } from './address-verified.process.js';
import { browserAdded, browserId, codeRequested, codeSent, emailAdded, emailId, emailVerified, highRule } from './facts.fixture.js';

const reads = readsAfter(boJoined);
const asBo = { actor: byBo, reads };
const asAdmin = { actor: byAdmin, reads };
const commandFor = (type: string, data: object) => ({ type, data: { personId: bo, ...data } });

describe('adding a contact method', () => {
  const browser = commandFor('AddContactMethod', { kind: 'browser', contactMethodId: browserId });
  const email = commandFor('AddContactMethod', { kind: 'email', address: 'bo@example.org', contactMethodId: emailId });

  const browserWithRules = (...rules: readonly object[]) => ({ ...browser, data: { ...browser.data, rules } });

  it('adds the rules that were chosen with it, whatever else there is', () => {
    const chosenCommand = browserWithRules(
      { urgency: 'high', delayMinutes: 0 },
      { urgency: 'low', delayMinutes: 5 },
      { urgency: 'high', delayMinutes: 0 },
    );
    const rule = { personId: bo, ruleId: expect.any(String), contactMethodId: browserId };
    const addedFacts = [
      browserAdded,
      { type: 'NotificationRuleAdded', data: { ...rule, urgency: 'high', delayMinutes: 0 } },
      { type: 'NotificationRuleAdded', data: { ...rule, urgency: 'low', delayMinutes: 5 } },
    ];
    const facts = given(contactsDecider).when(chosenCommand, asBo).facts();
    expect(facts).toEqual(addedFacts);
    expect(given(contactsDecider).when(chosenCommand, asBo).facts()).toEqual(facts);
    expect(given(contactsDecider, [emailAdded, emailVerified, highRule]).when(chosenCommand, asBo).facts()).toEqual(addedFacts);
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
        .when(browserWithRules({ urgency: 'low', delayMinutes: 0 }), asBo)
        .refusal(),
    ).toBe('limit.notification_rules');
    const takenRule = browserWithRules({ ruleId: (highRule.data as { ruleId: string }).ruleId, urgency: 'low', delayMinutes: 0 });
    expect(given(contactsDecider, [emailAdded, highRule]).when(takenRule, asBo).refusal()).toBe('conflict.revision');
  });

  it('asks for a code for an e-mail address', () => {
    expect(given(contactsDecider).when(email, asBo).facts()).toEqual([emailAdded, codeRequested]);
  });

  it('keeps where the signing secret of a webhook lies', () => {
    const webhook = commandFor('AddContactMethod', { kind: 'webhook', address: 'https://hook.example/x', secretRef: 'webhook/1' });
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
    const other = commandFor('AddContactMethod', { kind: 'email', address: 'BO@example.org' });
    expect(given(contactsDecider, [emailAdded]).when(other, asBo).refusal()).toBe('contact_method.address_taken');
    const second = commandFor('AddContactMethod', { kind: 'browser' });
    expect(given(contactsDecider, [browserAdded]).when(second, asBo).refusal()).toBe('contact_method.address_taken');
    const erasedFact = { type: 'ContactMethodAdded', data: { ...emailAdded.data, address: ERASED } };
    expect(given(contactsDecider, [erasedFact]).when(other, asBo).types()).toEqual(['ContactMethodAdded', 'VerificationAsked']);
  });

  it('is refused beyond the limit', () => {
    const tenMethods = Array.from({ length: 10 }, (_, n) => ({
      type: 'ContactMethodAdded',
      data: { ...emailAdded.data, contactMethodId: idOf(`c${n}`), address: `bo${n}@example.org` },
    }));
    expect(given(contactsDecider, tenMethods).when(browser, asBo).refusal()).toBe('limit.contact_methods');
  });

  it('is for oneself and for admins, about somebody who is here', () => {
    expect(given(contactsDecider).when(browser, { actor: byObserver, reads }).refusal()).toBe('permission.denied');
    expect(given(contactsDecider).when(browser, { actor: byAdmin, reads: readsAfter() }).refusal()).toBe('person.not_found');
  });
});

describe('an address that is proved by joining', () => {
  const prove = commandFor('ProveAddress', { address: 'bo@example.org' });
  const asSystem = { actor: bySystem, reads };

  it('is a verified contact method, without a rule that nobody chose', () => {
    expect(given(contactsDecider).when(prove, asSystem).facts()).toMatchObject([
      { type: 'ContactMethodAdded', data: { personId: bo, kind: 'email', address: 'bo@example.org', verified: true } },
    ]);
  });

  it('verifies the one that was added before, once', () => {
    const withEmail = given(contactsDecider, [emailAdded]);
    expect(withEmail.when(prove, asSystem).facts()).toEqual([emailVerified]);
    expect(given(contactsDecider, [emailAdded, emailVerified]).when(prove, asSystem).nothing()).toBe(true);
  });

  it('is Tocsin’s own to say, and follows from the link in the mail alone', () => {
    expect(given(contactsDecider).when(prove, asBo).refusal()).toBe('permission.denied');
    const joinedEvents = (data: object) => recordedFacts([{ type: 'PersonJoined', data: { ...boJoined.data, ...data } } as Fact])[0]!;
    const commandsAfter = (data: object) => react([addressVerifiedProcess], joinedEvents(data), new Map()).map(({ command }) => command);
    expect(commandsAfter({})).toEqual([]);
    expect(commandsAfter({ addressProved: true, email: ERASED })).toEqual([]);
    expect(commandsAfter({ addressProved: true })).toEqual([{ type: 'ProveAddress', data: { personId: bo, address: 'Bo@example.org' } }]);
  });
});

describe('verifying', () => {
  const withSentCode = given(contactsDecider, [emailAdded, codeRequested, codeSent]);
  const verify = (codeCheck: CodeCheck) => commandFor('VerifyContactMethod', { contactMethodId: emailId, codeCheck });

  it('records the proof, and pages by it from now on', () => {
    expect(withSentCode.when(verify('right'), asBo).facts()).toEqual([emailVerified]);
    expect(given(contactsDecider, [browserAdded, emailAdded, codeRequested]).when(verify('right'), asBo).facts()).toEqual([emailVerified]);
  });

  it('is refused with a wrong code, an expired one, or none asked for', () => {
    expect(withSentCode.when(verify('wrong'), asBo).refusal()).toBe('contact_method.wrong_code');
    expect(withSentCode.when(verify('right'), { ...asBo, now: '2026-11-21T03:42:00.001Z' }).refusal()).toBe('contact_method.wrong_code');
    expect(given(contactsDecider, [emailAdded]).when(verify('right'), asBo).refusal()).toBe('contact_method.wrong_code');
    expect(given(contactsDecider).when(verify('right'), asBo).refusal()).toBe('contact_method.not_found');
    expect(withSentCode.when(verify('right'), { actor: byObserver, reads }).refusal()).toBe('permission.denied');
  });

  it('does nothing the second time', () => {
    expect(given(contactsDecider, [emailAdded, codeRequested, emailVerified]).when(verify('right'), asBo).nothing()).toBe(true);
  });

  it('can be asked for again until it is done', () => {
    const askAgain = commandFor('AskVerification', { contactMethodId: emailId });
    const laterTime = '2026-11-21T03:12:10.000Z';
    expect(withSentCode.when(askAgain, { ...asBo, now: laterTime }).facts()).toMatchObject([{ type: 'VerificationAsked' }]);
    expect(given(contactsDecider, [emailAdded, codeRequested, emailVerified]).when(askAgain, asBo).nothing()).toBe(true);
    expect(given(contactsDecider).when(askAgain, asBo).refusal()).toBe('contact_method.not_found');
    expect(withSentCode.when(askAgain, { actor: byObserver, reads }).refusal()).toBe('permission.denied');
  });
});

describe('a code that is asked for twice at one instant', () => {
  const askAgain = commandFor('AskVerification', { contactMethodId: emailId });

  it('is one', () => {
    for (const facts of [[codeRequested], [codeRequested, codeSent]]) {
      expect(
        given(contactsDecider, [emailAdded, ...facts])
          .when(askAgain, asBo)
          .nothing(),
      ).toBe(true);
    }
  });

  it('is sent again at once where it could not be sent', () => {
    const failedFact = {
      type: 'VerificationFailed' as const,
      data: { personId: bo, contactMethodId: emailId, reason: 'delivery.timeout', detail: '' },
    };
    expect(given(contactsDecider, [emailAdded, codeRequested, failedFact]).when(askAgain, asBo).facts()).toEqual([codeRequested]);
  });
});

describe('what became of sending the code', () => {
  const recordSent = commandFor('RecordVerification', { contactMethodId: emailId, outcome: 'sent' });
  const recordFailed = commandFor('RecordVerification', {
    contactMethodId: emailId,
    outcome: 'failed',
    reason: 'delivery.timeout',
    detail: '30 s',
  });
  const withRequestedCode = given(contactsDecider, [emailAdded, codeRequested]);

  it('is recorded', () => {
    expect(withRequestedCode.when(recordSent, { actor: bySystem }).facts()).toEqual([codeSent]);
    expect(withRequestedCode.when(recordFailed, { actor: bySystem }).facts()).toEqual([
      { type: 'VerificationFailed', data: { personId: bo, contactMethodId: emailId, reason: 'delivery.timeout', detail: '30 s' } },
    ]);
  });

  it('is recorded once, and not after the code was used or the method removed', () => {
    expect(given(contactsDecider, [emailAdded, codeRequested, codeSent]).when(recordSent, { actor: bySystem }).nothing()).toBe(true);
    expect(given(contactsDecider, [emailAdded, codeRequested, emailVerified]).when(recordFailed, { actor: bySystem }).nothing()).toBe(true);
    expect(given(contactsDecider).when(recordSent, { actor: bySystem }).nothing()).toBe(true);
  });

  it('is nobody’s to say but Tocsin’s', () => {
    expect(withRequestedCode.when(recordSent, asAdmin).refusal()).toBe('permission.denied');
  });
});

describe('removing a contact method', () => {
  const remove = commandFor('RemoveContactMethod', { contactMethodId: emailId });

  it('takes its rules with it', () => {
    const removal = given(contactsDecider, [browserAdded, emailAdded, highRule]).when(remove, asBo);
    expect(removal.facts()).toEqual([{ type: 'ContactMethodRemoved', data: { personId: bo, contactMethodId: emailId } }]);
    expect(removal.state()).toMatchObject({ methods: [{ contactMethodId: browserId }], rules: [] });
  });

  it('is refused for one that is not there, or is not one’s own', () => {
    expect(given(contactsDecider).when(remove, asBo).refusal()).toBe('contact_method.not_found');
    expect(given(contactsDecider, [emailAdded]).when(remove, { actor: byObserver, reads }).refusal()).toBe('permission.denied');
  });
});

describe('switching a contact method off', () => {
  const [off, on] = [
    commandFor('SwitchOffContactMethod', { contactMethodId: emailId }),
    commandFor('SwitchOnContactMethod', { contactMethodId: emailId }),
  ];
  const switchedOff = { type: 'ContactMethodSwitchedOff', data: { personId: bo, contactMethodId: emailId } } as const;
  const knownFacts = [emailAdded, emailVerified, highRule];

  it('keeps its rules, for when it is switched on again', () => {
    const decision = given(contactsDecider, knownFacts).when(off, asBo);
    expect(decision.facts()).toEqual([switchedOff]);
    expect(decision.state()).toMatchObject({ methods: [{ verified: true, switchedOffAt: expect.any(String) }], rules: [{}] });
    const switchOnAgain = given(contactsDecider, [...knownFacts, switchedOff]).when(on, asBo);
    expect(switchOnAgain.types()).toEqual(['ContactMethodSwitchedOn']);
    expect(switchOnAgain.state()).not.toHaveProperty('methods.0.switchedOffAt');
  });

  it('does nothing the second time', () => {
    expect(
      given(contactsDecider, [...knownFacts, switchedOff])
        .when(off, asBo)
        .nothing(),
    ).toBe(true);
    expect(given(contactsDecider, knownFacts).when(on, asBo).nothing()).toBe(true);
  });

  it('is refused for one that is not there, or is not one’s own', () => {
    for (const command of [off, on]) {
      expect(given(contactsDecider).when(command, asBo).refusal()).toBe('contact_method.not_found');
      expect(given(contactsDecider, knownFacts).when(command, { actor: byObserver, reads }).refusal()).toBe('permission.denied');
    }
  });
});

describe('the contact methods and rules of an owner', () => {
  const ownerReads = readsAfter(anaJoined, boJoined, boMadeOwner);
  const commands = [
    commandFor('AddContactMethod', { kind: 'browser', contactMethodId: browserId }),
    commandFor('RemoveContactMethod', { contactMethodId: browserId }),
    commandFor('SwitchOffContactMethod', { contactMethodId: browserId }),
    commandFor('SwitchOnContactMethod', { contactMethodId: browserId }),
    commandFor('AskVerification', { contactMethodId: browserId }),
    commandFor('RemoveNotificationRule', { ruleId: idOf('1') }),
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

it('an account in a chat is linked in order with all others, so that of two who prove it at once one is refused', () => {
  const linked = { type: 'ContactMethodVerified', data: { personId: bo, contactMethodId: browserId, isAccount: true } } as const;
  expect(contactsDecider.sequenceOf!([linked])).toBe(configurationSequence);
});
