import { mailTroubleOf, type SmtpError } from './mail-errors.js';

const error = (part: Partial<SmtpError>): SmtpError => ({ message: 'failed', ...part });
const refusal = (command: string, response: string, code = 'EENVELOPE'): SmtpError =>
  error({ code, command, response, responseCode: Number(response.slice(0, 3)) });

/** Errors in the form in which nodemailer throws them. */
const cases: readonly (readonly [step: string, fault: string, error: SmtpError])[] = [
  ['connect', 'unknown_host', error({ code: 'EDNS', originalCode: 'ENOTFOUND', command: 'CONN' })],
  ['connect', 'refused', error({ code: 'ESOCKET', originalCode: 'ECONNREFUSED', command: 'CONN' })],
  ['connect', 'no_answer', error({ code: 'ETIMEDOUT', message: 'Connection timeout', command: 'CONN' })],
  ['connect', 'no_greeting', error({ code: 'ETIMEDOUT', message: 'Greeting never received', command: 'CONN' })],
  ['connect', 'no_mail_server', error({ code: 'EPROTOCOL', message: 'Invalid greeting. response=HTTP/1.1 400', command: 'CONN' })],
  ['connect', 'other', error({ code: 'ECONNECTION', message: 'Connection closed unexpectedly', command: 'CONN' })],
  ['tls', 'spoken_to_plain', error({ code: 'ESOCKET', originalCode: 'ERR_SSL_WRONG_VERSION_NUMBER', command: 'CONN' })],
  ['tls', 'untrusted', error({ code: 'ESOCKET', originalCode: 'DEPTH_ZERO_SELF_SIGNED_CERT', message: 'self-signed certificate' })],
  ['tls', 'expired', error({ code: 'ETLS', message: 'Error initiating TLS - certificate has expired', command: 'STARTTLS' })],
  ['tls', 'another_name', error({ code: 'ESOCKET', originalCode: 'ERR_TLS_CERT_ALTNAME_INVALID', command: 'CONN' })],
  ['tls', 'not_offered', refusal('STARTTLS', '502 5.5.1 Command not implemented', 'ETLS')],
  ['tls', 'demanded', refusal('MAIL FROM', '530 5.7.0 Must issue a STARTTLS command first')],
  ['login', 'other', refusal('AUTH PLAIN', '535 5.7.8 Invalid login', 'EAUTH')],
  ['login', 'demanded', refusal('MAIL FROM', '530 5.7.1 Authentication required')],
  ['sender', 'other', refusal('MAIL FROM', '550 5.7.1 Sender address rejected')],
  ['recipient', 'other', refusal('RCPT TO', '550 5.1.1 no such user')],
  ['message', 'other', refusal('DATA', '554 5.7.1 looks like spam', 'EMESSAGE')],
];

describe('what was wrong with a mail', () => {
  it.each(cases)('%s, %s', (step, fault, thrown) => {
    expect(mailTroubleOf(thrown)).toMatchObject({ step, fault });
  });

  it('is told in the server’s words, without the addresses in them', () => {
    expect(mailTroubleOf(refusal('RCPT TO', '550 5.1.1 <ana@example.org>\r\n see https://x.example.org')).reply).toBe('550 5.1.1 … see …');
    expect(mailTroubleOf(error({ code: 'ESOCKET', originalCode: 'ECONNREFUSED' })).reply).toBe('ECONNREFUSED');
  });
});
