import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { ItemCollector } from '../../await-items.js';

interface Options {
  readonly accountSid: string;
  readonly authToken: string;
  /** The public address of the server that it calls back, and where that server really is. */
  readonly publicUrl: string;
  readonly localUrl: () => string;
}

export interface SentSms {
  readonly sid: string;
  readonly to: string;
  readonly body: string;
  readonly validityPeriod: string | null;
  readonly callback: string | null;
  readonly segments: number;
}

export interface SentCall {
  readonly sid: string;
  readonly to: string;
  readonly twiml: string;
  readonly callback: string | null;
}

/** Its answer to what came back: what the phone gets as an SMS, or what the caller hears next. */
export interface CallbackAnswer {
  readonly status: number;
  readonly messages: readonly string[];
  readonly body: string;
}

interface ListedSms {
  readonly sid: string;
  readonly direction: 'inbound' | 'outbound-api';
  readonly from: string;
  readonly to: string;
  readonly body: string;
  readonly date_sent: string | null;
}

interface Refusal {
  readonly status: number;
  readonly code: number;
  readonly headers?: Readonly<Record<string, string>>;
}

const gsm7 = /^[@£$¥èéùìòÇ\nØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[~\]|€]*$/;
const segmentsOf = (body: string): number => {
  const [one, part] = gsm7.test(body) ? [160, 153] : [70, 67];
  const length = gsm7.test(body) ? body.replace(/[\^{}\\[~\]|€]/g, '..').length : body.length;
  return length <= one ? 1 : Math.ceil(length / part);
};

const ownNumber = '+14155550100';
const wrong = (status: number, code: number): Refusal => ({ status, code });

/**
 * Twilio’s API for messages and calls on loopback, as its documentation describes it: refuses what it refuses, and calls back signed by its rules, in
 * whatever order a test says. Its `send…` methods throw for an answer that is an error to Twilio.
 */
export class TwilioServer {
  private readonly allMessages = new ItemCollector<SentSms>('SMS');
  private readonly allCalls = new ItemCollector<SentCall>('call');
  private readonly refused = new Map<string, Refusal>();
  private counter = 0;
  /** What its lists show, the newest first: messages, and how calls ended. */
  private readonly listed: ListedSms[] = [];
  private readonly callStates = new Map<string, object>();
  /** Of its lists, and of calls. */
  reads = 0;
  requests = 0;
  /** Calls that were ended, in their order. */
  readonly hungUp: string[] = [];
  /** Messages and calls that were deleted, in their order. */
  readonly deleted: string[] = [];

  private constructor(
    private readonly server: Server,
    private readonly options: Options,
  ) {
    server.on('request', (request, response) => void this.take(request, response).catch(() => response.destroy()));
  }

  static async start(options: Options): Promise<TwilioServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new TwilioServer(server, options);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }
  get messages(): readonly SentSms[] {
    return this.allMessages.items;
  }
  get calls(): readonly SentCall[] {
    return this.allCalls.items;
  }
  waitFor(matches: (sms: SentSms) => boolean): Promise<SentSms> {
    return this.allMessages.waitFor(matches);
  }
  waitForCall(matches: (call: SentCall) => boolean): Promise<SentCall> {
    return this.allCalls.waitFor(matches);
  }

  /** From now on everything to this number is refused; `*`: to any. */
  refuse(to: string, status: number, code: number, headers: Readonly<Record<string, string>> = {}): void {
    this.refused.set(to, { status, code, headers });
  }
  accept(to: string): void {
    this.refused.delete(to);
  }

  /** A report about a message; `signedBy`: another token than the account’s. */
  async report({ sid, to, callback }: SentSms, status: string, code?: number, signedBy?: string): Promise<CallbackAnswer> {
    if (callback === null) throw new Error('no report was requested');
    const fields = { MessageSid: sid, SmsSid: sid, MessageStatus: status, SmsStatus: status, To: to, From: '+14155550100' };
    return this.callBack(callback, { ...fields, ...(code === undefined ? {} : { ErrorCode: String(code) }) }, signedBy);
  }

  /** An SMS to the organisation’s number. `sid`: that of an earlier one, which is repeated. */
  async reply(
    from: string,
    body: string,
    {
      sid = this.newSid('SM'),
      signedBy,
      ...more
    }: { readonly sid?: string; readonly signedBy?: string; readonly OptOutType?: string } = {},
  ): Promise<CallbackAnswer> {
    const fields = { MessageSid: sid, From: from, To: '+14155550100', Body: body, NumMedia: '0', ...more };
    return this.callBack(`${this.options.publicUrl}/api/channels/sms`, fields, signedBy);
  }

  /** An SMS to the organisation’s number, which nobody hands over: it only stands in the list. `sentAt`: by the movable clock. */
  receive(from: string, body: string, sentAt: string, to = ownNumber): string {
    const sid = this.newSid('SM');
    const message = { sid, direction: 'inbound' as const, from, to, body, date_sent: new Date(sentAt).toUTCString() };
    this.listed.unshift(message);
    return sid;
  }
  /** A call ended, which nobody is told. */
  endCallSilently({ sid }: SentCall, status: string, answeredBy: string | null = null): void {
    this.callStates.set(sid, { sid, status, answered_by: answeredBy });
  }

  /** A key pressed while the voice speaks; what was said before its `Gather` would be lost, so that is an error. */
  async press({ sid, to, twiml }: SentCall, digit: string): Promise<CallbackAnswer> {
    const [, before = '', action] = /^(?:<\?xml[^>]*\?>)?<Response>(.*?)<Gather [^>]*action="([^"]+)"/s.exec(twiml) ?? [];
    if (action === undefined) throw new Error(`nothing gathers a digit: ${twiml}`);
    if (before !== '') throw new Error('said before Gather: the digit is lost');
    if (!/<Gather [^>]*>.*<Say.*<\/Gather>/s.test(twiml)) throw new Error('nothing is said inside of Gather');
    return this.callBack(action.replaceAll('&amp;', '&'), { CallSid: sid, CallStatus: 'in-progress', To: to, Digits: digit });
  }

  /** How a call ended. */
  async endCall({ sid, to, callback }: SentCall, status: string, answeredBy?: string): Promise<CallbackAnswer> {
    if (callback === null) throw new Error('no report was requested');
    return this.callBack(callback, { CallSid: sid, CallStatus: status, To: to, ...(answeredBy ? { AnsweredBy: answeredBy } : {}) });
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private newSid(prefix: string): string {
    this.counter += 1;
    return `${prefix}${String(this.counter).padStart(32, '0')}`;
  }

  /** Signed over the public address and the sorted fields (twilio.com/docs/usage/security). */
  private async callBack(
    url: string,
    fields: Readonly<Record<string, string>>,
    signedBy = this.options.authToken,
  ): Promise<CallbackAnswer> {
    const all = { AccountSid: this.options.accountSid, ApiVersion: '2010-04-01', ...fields };
    const signed =
      url +
      Object.entries(all)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, value]) => name + value)
        .join('');
    const local = url.replace(this.options.publicUrl, this.options.localUrl());
    const response = await fetch(local, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded; charset=UTF-8',
        'X-Twilio-Signature': createHmac('sha1', signedBy).update(signed).digest('base64'),
      },
      body: new URLSearchParams(all),
    });
    const body = await response.text();
    if (response.status === 200 && response.headers.get('content-type') === null) throw new Error('error 12300: an answer without a type');
    const messages = [...body.matchAll(/<Message>(.*?)<\/Message>/gs)].map(([, message]) =>
      message!.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
    );
    return { status: response.status, messages, body };
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests += 1;
    if (request.method === 'GET') return this.takeRead(request, response);
    if (request.method === 'DELETE') return this.takeDeletion(request, response);
    const form = new URLSearchParams(await text(request));
    if (/\/Calls\/\w+\.json$/.test(request.url ?? '')) return this.takeHangUp(request, form, response);
    const refusal = this.refusalOf(request, form);
    if (refusal) {
      const { status, code, headers } = refusal;
      response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
      return void response.end(JSON.stringify({ code, message: 'refused', more_info: '', status }));
    }
    const isCall = request.url!.endsWith('/Calls.json');
    const sid = this.newSid(isCall ? 'CA' : 'SM');
    const [to, callback] = [form.get('To')!, form.get('StatusCallback')];
    response.writeHead(201, { 'Content-Type': 'application/json' });
    const body = form.get('Body') ?? '';
    const segments = segmentsOf(body);
    const parts = isCall ? {} : { num_segments: String(segments) };
    response.end(JSON.stringify({ sid, status: 'queued', error_code: null, error_message: null, to, ...parts }));
    if (isCall) this.allCalls.add({ sid, to, twiml: form.get('Twiml')!, callback });
    else {
      // a messaging service chooses one of its numbers
      this.listed.unshift({ sid, direction: 'outbound-api', from: form.get('From') ?? ownNumber, to, body, date_sent: null });
      this.allMessages.add({ sid, to, body, validityPeriod: form.get('ValidityPeriod'), callback, segments });
    }
  }

  /** A call is ended by its new state; what it doesn’t know is not found. */
  private takeHangUp({ url, headers }: IncomingMessage, form: URLSearchParams, response: ServerResponse): void {
    const { accountSid, authToken } = this.options;
    const isRight = headers.authorization === `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
    const [, sid = ''] = new RegExp(`^/2010-04-01/Accounts/${accountSid}/Calls/(\\w+)\\.json$`).exec(url ?? '') ?? [];
    const isThere = isRight && form.get('Status') === 'completed' && this.calls.some((one) => one.sid === sid);
    if (isThere) this.hungUp.push(sid);
    response.writeHead(isThere ? 200 : isRight ? 404 : 401, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(isThere ? { sid, status: 'completed' } : { code: isRight ? 20_404 : 20_003 }));
  }

  private takeRead({ url, headers }: IncomingMessage, response: ServerResponse): void {
    this.reads += 1;
    const { accountSid, authToken } = this.options;
    const { pathname, searchParams } = new URL(url ?? '', 'http://127.0.0.1');
    const send = (status: number, body: object): void =>
      void response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    const isRight = headers.authorization === `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
    if (!isRight) return send(401, { code: 20_003, status: 401 });
    const [, path = ''] = new RegExp(`^/2010-04-01/Accounts/${accountSid}/(.+)\\.json$`).exec(pathname) ?? [];
    if (path === 'Messages')
      return send(200, {
        messages: /^\d{4}-\d\d-\d\d$/.test(searchParams.get('DateSent>') ?? '') ? this.listedTo(searchParams.get('To')) : [],
      });
    const [, sid] = /^Calls\/(\w+)$/.exec(path) ?? [];
    if (sid === undefined) return send(404, { code: 20_404, status: 404 });
    return send(200, this.callStates.get(sid) ?? { sid, status: 'ringing', answered_by: null });
  }

  /** A message or a call is deleted once; what it doesn’t know is not found. */
  private takeDeletion({ url, headers }: IncomingMessage, response: ServerResponse): void {
    const { accountSid, authToken } = this.options;
    const isRight = headers.authorization === `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
    const [, resource, sid = ''] = new RegExp(`^/2010-04-01/Accounts/${accountSid}/(Messages|Calls)/(\\w+)\\.json$`).exec(url ?? '') ?? [];
    const known = resource === 'Calls' ? this.calls : this.messages;
    const refusal = isRight ? this.refused.get('*') : wrong(401, 20_003);
    const isThere = known.some((one) => one.sid === sid) && !this.deleted.includes(sid);
    const { status, code } = refusal ?? (isThere ? { status: 204, code: 0 } : wrong(404, 20_404));
    if (status === 204) this.deleted.push(sid);
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(status === 204 ? undefined : JSON.stringify({ code, status }));
  }

  private listedTo(number: string | null): readonly object[] {
    return this.listed.filter(({ to }) => number === null || to === number);
  }

  private refusalOf({ method, url, headers }: IncomingMessage, form: URLSearchParams): Refusal | undefined {
    const { accountSid, authToken } = this.options;
    const [, sid, resource] = /^\/2010-04-01\/Accounts\/(\w+)\/(Messages|Calls)\.json$/.exec(url ?? '') ?? [];
    if (method !== 'POST' || resource === undefined) return wrong(404, 20_404);
    const isRight = headers.authorization === `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
    if (!isRight || sid !== accountSid) return wrong(401, 20_003);
    if (headers['content-type'] !== 'application/x-www-form-urlencoded') return wrong(400, 21_604);
    const to = form.get('To') ?? '';
    const isCall = resource === 'Calls';
    const wrongAddress = refusedAddress(form, isCall);
    if (wrongAddress) return wrongAddress;
    return this.refused.get(to) ?? this.refused.get('*') ?? (isCall ? refusedCall(form) : refusedMessage(form));
  }
}

const isNumber = (text: string | null): boolean => /^\+[1-9]\d{6,14}$/.test(text ?? '');

/** Calls have no messaging service; reports go to a public https address. */
const refusedAddress = (form: URLSearchParams, isCall: boolean): Refusal | undefined => {
  if (!isNumber(form.get('To'))) return wrong(400, 21_211);
  const hasSender = isNumber(form.get('From')) || (!isCall && form.has('MessagingServiceSid'));
  if (!hasSender) return wrong(400, isCall ? 21_212 : 21_603);
  const callback = form.get('StatusCallback');
  return callback === null || /^https:\/\/[^/_]+\//.test(callback) ? undefined : wrong(400, 21_609);
};

const refusedMessage = (form: URLSearchParams): Refusal | undefined => {
  const [body, validity] = [form.get('Body') ?? '', Number(form.get('ValidityPeriod') ?? 1)];
  if (body === '') return wrong(400, 21_602);
  if (body.length > 1_600) return wrong(400, 21_617);
  return validity >= 1 && validity <= 36_000 ? undefined : wrong(400, 20_001);
};

const refusedCall = (form: URLSearchParams): Refusal | undefined => {
  const twiml = form.get('Twiml') ?? '';
  if (twiml === '') return wrong(400, 21_205);
  if (twiml.length > 4_000) return wrong(400, 20_001);
  const unescaped = /&(?!amp;|lt;|gt;|quot;|apos;|#)/.test(twiml);
  return unescaped ? wrong(400, 12_100) : undefined;
};
