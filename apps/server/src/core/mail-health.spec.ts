import { MailFailed } from '@tocsin/platform/mail/mail-failed.js';
import { smtpServerOf } from '@tocsin/platform/mail/smtp-server.js';
import { MailHealth } from './mail-health.js';
import { mailTroubleWords } from './mail-trouble-words.js';

const server = smtpServerOf({ host: 'mail.example.org', port: 587, security: 'starttls', from: 'tocsin@example.org' }, null);
const other = smtpServerOf({ host: 'mail.example.org', port: 587, security: 'starttls', from: 'other@example.org' }, null);
const refused = new MailFailed('delivery.provider_unreachable', '', true, { step: 'connect', fault: 'refused', reply: 'ECONNREFUSED' });
const noSuchUser = new MailFailed('delivery.provider_rejected', '', false, {
  step: 'recipient',
  fault: 'other',
  reply: '550 no such user',
});
const late = new MailFailed('delivery.timeout', '', true, null);
const givenUp = new MailFailed('delivery.outcome_unknown', '', true, null);

let times: string[];
let noted: string[];
let health: MailHealth;
beforeEach(() => {
  times = ['03:12', '03:13', '03:14'];
  noted = [];
  health = new MailHealth(
    () => times.shift()!,
    (error) => void noted.push(error.message),
  );
});

describe('the health of the mail server', () => {
  it('is bad since the first of the mails that it did not take, and good with the next that it does', () => {
    expect(health.failing(server)).toBeNull();
    health.onResult(server, refused);
    health.onResult(server, late);
    expect(health.failing(server)).toEqual({ since: '03:12', why: mailTroubleWords(late, server) });
    expect(noted).toEqual([mailTroubleWords(refused, server), mailTroubleWords(late, server)]);
    health.onResult(server, null);
    expect(health.failing(server)).toBeNull();
  });

  it('says nothing of a recipient whom it refuses, or of a call that was given up', () => {
    health.onResult(server, noSuchUser);
    expect([health.failing(server), noted]).toEqual([null, []]);
    health.onResult(server, refused);
    health.onResult(server, givenUp);
    expect(health.failing(server)).not.toBeNull();
    health.onResult(server, noSuchUser);
    expect(health.failing(server)).toBeNull();
  });

  it('is that of the server that is set now', () => {
    health.onResult(server, refused);
    expect(health.failing(other)).toBeNull();
    expect(health.failing(null)).toBeNull();
  });
});

describe('why a mail was not taken', () => {
  it('says what to change', () => {
    expect(mailTroubleWords(refused, server)).toBe(
      'mail.example.org:587 refused the connection: nothing is listening there. Check host and port. Usual ports are 587 for STARTTLS and 465 for TLS.',
    );
    expect(mailTroubleWords(noSuchUser, server)).toContain('refused the recipient (550 no such user).');
    expect(mailTroubleWords(late, server)).toContain('did not accept the mail in time.');
  });
});
