import { callingCodeOf } from '@tocsin/contracts/calling-codes.js';
import * as contactLimits from '@tocsin/contracts/contacts/limits.js';
import { cutTo, toGsm7 } from '../sms/gsm7.js';
import type { SmsProvider } from '../sms/provider.js';
import { callGateway, readGateway } from './gateway.js';
import { calledBy, gatewayAddress, readRequest } from './requests.js';

/** A plain HTTP gateway. It signs nothing: the paths that it calls have a MAC; its own call’s answer is the reply to the phone. */
export const gatewayProvider: SmsProvider = {
  kind: 'gateway',
  door: { at: 'gateway', paths: ['/:connection/:mac', '/:connection/:mac/:secret/:message'], isCalledByGet: true },
  send: async (dependencies, account, { to, text, reported }, call) => {
    const { connectionId } = account;
    const message = reported && { secret: reported.secret, attemptId: reported.messageId };
    const callback = message && connectionId !== null ? gatewayAddress(dependencies, connectionId, message) : undefined;
    const answer = await callGateway(dependencies.calls.http, account, { to, text, id: reported?.messageId, callback }, call);
    const read = readGateway(account, answer, dependencies.server.clock.now());
    if (!read.ok) return { outcome: read, verdict: read.verdict };
    // a text is made to fit into one part
    const charge = connectionId === null ? {} : { charge: { unit: 'part', count: 1, connectionId, country: callingCodeOf(to) } as const };
    return { outcome: { ok: true, state: 'sent', providerId: read.providerId, ...charge }, verdict: 'works' };
  },
  verify: ({ server }, { path }) => calledBy({ server }, path) !== null,
  read: (dependencies, request) => {
    const called = calledBy(dependencies, request.path);
    return called && readRequest(dependencies, called, request);
  },
  answer: (texts) => ({
    contentType: 'text/plain; charset=utf-8',
    body: texts
      .filter((text) => text !== '')
      .map((text) => cutTo(toGsm7(text), contactLimits.smsCharacters))
      .join('\n'),
  }),
};
