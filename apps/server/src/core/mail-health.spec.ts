import { MailFailed } from '@tocsin/platform/mail/mail-failed.js';
import { smtpServerOf } from '@tocsin/platform/mail/smtp-server.js';
import { MailHealth } from './mail-health.js';
import { describeMailTrouble } from './mail-trouble-words.js';

const server = smtpServerOf({ host: 'mail.example.org', port: 587, security: 'starttls', from: 'tocsin@example.org' }, null);
const other = smtpServerOf({ host: 'mail.example.org', port: 587, security: 'starttls', from: 'other@example.org' }, null);
const refusal = new MailFailed('delivery.provider_unreachable', '', true, { step: 'connect', fault: 'refused', reply: 'ECONNREFUSED' });
const noSuchUser = new MailFailed('delivery.provider_rejected', '', false, {
  step: 'recipient',
  fault: 'other',
  reply: '550 no such user',
});
const late = new MailFailed('delivery.timeout', '', true, null);
const givenUp = new MailFailed('delivery.outcome_unknown', '', true, null);

let times: string[];
let notedErrors: string[];
let health: MailHealth;
beforeEach(() => {
  times = ['03:12', '03:13', '03:14'];
  notedErrors = [];
  health = new MailHealth(
    () => times.shift()!,
    (error) => void notedErrors.push(error.message),
  );
});

describe('the health of the mail server', () => {
  it('is bad since the first of the mails that it did not take, and good with the next that it does', () => {
    expect(health.failureFor(server)).toBeNull();
    health.onResult(server, refusal);
    health.onResult(server, late);
    expect(health.failureFor(server)).toEqual({ since: '03:12', why: describeMailTrouble(late, server) });
    expect(notedErrors).toEqual([describeMailTrouble(refusal, server), describeMailTrouble(late, server)]);
    health.onResult(server, null);
    expect(health.failureFor(server)).toBeNull();
  });

  it('says nothing of a recipient whom it refuses, or of a call that was given up', () => {
    health.onResult(server, noSuchUser);
    expect([health.failureFor(server), notedErrors]).toEqual([null, []]);
    health.onResult(server, refusal);
    health.onResult(server, givenUp);
    expect(health.failureFor(server)).not.toBeNull();
    health.onResult(server, noSuchUser);
    expect(health.failureFor(server)).toBeNull();
  });

  it('is that of the server that is set now', () => {
    health.onResult(server, refusal);
    expect(health.failureFor(other)).toBeNull();
    expect(health.failureFor(null)).toBeNull();
  });
});

describe('why a mail was not taken', () => {
  it('says what to change', () => {
    expect(describeMailTrouble(refusal, server)).toBe(
      'mail.example.org:587 refused the connection: nothing is listening there. Check host and port. Usual ports are 587 for STARTTLS and 465 for TLS.',
    );
    expect(describeMailTrouble(noSuchUser, server)).toContain('refused the recipient (550 no such user).');
    expect(describeMailTrouble(late, server)).toContain('did not accept the mail in time.');
  });
});
