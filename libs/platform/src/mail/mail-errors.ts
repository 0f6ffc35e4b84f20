import { tlsTroubleIn, type TlsTrouble } from '../http/tls-errors.js';

export type MailStep = 'connect' | 'tls' | 'login' | 'sender' | 'recipient' | 'message';

/**
 * `unconfirmed`: the server had the whole message, and did not say whether it accepts it. `other`: only the text from the server or the network is known.
 */
export type MailFault =
  | 'unknown_host'
  | 'refused'
  | 'no_answer'
  | 'no_greeting'
  | 'no_mail_server'
  | TlsTrouble
  | 'not_offered'
  | 'demanded'
  | 'unconfirmed'
  | 'other';

export interface MailTrouble {
  readonly step: MailStep;
  readonly fault: MailFault;
  /** The server’s sentence without addresses, or the code of a network error; contains no password. */
  readonly reply: string;
}

/** The fields of nodemailer’s errors. */
export interface SmtpError {
  readonly message: string;
  readonly code?: string;
  readonly originalCode?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
}

/** Without addresses and links, at most 200 characters. */
export const messageIn = (response: string): string =>
  response
    .replace(/\S+@\S+/g, '…')
    .replace(/\S+:\/\/\S+/g, '…')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200);

const isLoginDemanded = ({ responseCode }: SmtpError): boolean => responseCode === 530;
const isTlsDemanded = ({ responseCode, response = '' }: SmtpError): boolean =>
  responseCode === 530 && /starttls|encrypt|\btls\b/i.test(response);

const commandSteps: Readonly<Record<string, MailStep>> = { 'MAIL FROM': 'sender', 'RCPT TO': 'recipient', DATA: 'message' };

/** By nodemailer’s error codes. */
const codeSteps: Readonly<Record<string, MailStep>> = {
  ETLS: 'tls',
  EREQUIRETLS: 'tls',
  EAUTH: 'login',
  ENOAUTH: 'login',
  EMESSAGE: 'message',
};

const stepOf = (error: SmtpError): MailStep => {
  const { code = '', command = '', message } = error;
  const byCode = codeSteps[code];
  if (isTlsDemanded(error) || byCode === 'tls' || command === 'STARTTLS' || tlsTroubleOf(error)) return 'tls';
  if (isLoginDemanded(error) || byCode === 'login') return 'login';
  if (code === 'EENVELOPE' && !commandSteps[command]) return /sender/i.test(message) ? 'sender' : 'recipient';
  return commandSteps[command] ?? byCode ?? 'connect';
};

const tlsTroubleOf = ({ message, code, originalCode }: SmtpError): TlsTrouble | null =>
  tlsTroubleIn(`${code ?? ''} ${originalCode ?? ''} ${message}`);

const faultOf = (error: SmtpError, step: MailStep): MailFault => {
  if (step === 'tls') {
    if (isTlsDemanded(error)) return 'demanded';
    if (error.command === 'STARTTLS' && error.responseCode !== undefined) return 'not_offered';
    return tlsTroubleOf(error) ?? 'other';
  }
  if (step === 'login') return isLoginDemanded(error) ? 'demanded' : 'other';
  return step === 'connect' ? connectFaultOf(error) : 'other';
};

const connectFaultOf = ({ message, code = '', originalCode = '' }: SmtpError): MailFault => {
  if (code === 'EDNS' || /ENOTFOUND|EAI_AGAIN/.test(originalCode)) return 'unknown_host';
  if (originalCode === 'ECONNREFUSED') return 'refused';
  if (/greeting never received/i.test(message)) return 'no_greeting';
  if (code === 'EPROTOCOL') return 'no_mail_server';
  return code === 'ETIMEDOUT' || originalCode === 'ETIMEDOUT' ? 'no_answer' : 'other';
};

export const mailTroubleOf = (error: SmtpError): MailTrouble => {
  const step = stepOf(error);
  const { response, originalCode, code } = error;
  return { step, fault: faultOf(error, step), reply: response ? messageIn(response) : (originalCode ?? code ?? 'unknown network error') };
};
