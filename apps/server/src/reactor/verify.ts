import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import { readablePersonal } from '@tocsin/contracts/ids.js';
import type { EffectOutcome } from '@tocsin/platform/reactor/effect.js';
import type { ChannelOutcome } from '../channels/channel.js';
import type { ChannelsByKind } from '../channels/channels.js';
import { VerificationCodes } from '../secrets/verification-codes.js';
import { deadlineOf, outcomeOf } from './channel-outcome.js';
import type { ReactorServerParts } from '../core/server-reach.js';
import { methodOf } from '../deliveries/contact-method.js';

interface About {
  readonly personId: string;
  readonly contactMethodId: string;
}

const sentOf = (about: About, { charge }: Extract<ChannelOutcome, { ok: true }>): EffectOutcome => ({
  kind: 'done',
  record: { type: 'RecordVerification', data: { ...about, outcome: 'sent', ...(charge ? { charge } : {}) } },
});

const failedOf = (about: About, { reason, detail, retry, retryAfter }: Extract<ChannelOutcome, { ok: false }>): EffectOutcome => {
  const record = { type: 'RecordVerification', data: { ...about, outcome: 'failed', reason, detail: detail.slice(0, 500) } };
  return { kind: 'failed', reason, retry, record, ...(retryAfter === undefined ? {} : { retryAfter }) };
};

/** Sends the code that verifies an address, unless a newer one was requested. Sent at least once: a repeat contains the same code. */
export const verify = async (
  server: ReactorServerParts,
  channels: ChannelsByKind,
  { id, data }: RecordedOf<'VerificationAsked'>,
): Promise<EffectOutcome> => {
  const { personId, contactMethodId, expiresAt } = data;
  const method = methodOf(server, personId, contactMethodId);
  const channel = method ? channels[method.kind] : undefined;
  const verification = server.reads.contacts.get(personId)?.methods.find((one) => one.contactMethodId === contactMethodId)?.verification;
  if (!method || !channel?.canSend('code') || verification?.expiresAt !== expiresAt) return { kind: 'unneeded' };
  const person = server.reads.people.get(personId);
  const message = {
    personId,
    contactMethodId,
    askedBy: id,
    code: new VerificationCodes(server.vault).createCode(personId, contactMethodId, expiresAt),
    personName: readablePersonal(person?.name),
    expiresAt,
    timeZone: person?.timeZone ?? 'UTC',
    now: server.clock.now(),
  };
  const outcome = await outcomeOf(() => channel.deliver('code', message, method, { deadlineMs: deadlineOf(method.kind) }), server, method);
  const about = { personId, contactMethodId };
  return outcome.ok ? sentOf(about, outcome) : failedOf(about, outcome);
};
