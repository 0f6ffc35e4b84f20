import { version } from '@tocsin/platform/data-folder/program-version.js';
import type { OutgoingAnswer, OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { z } from 'zod';
import { retryAfter } from '../../deliveries/retry-after.js';
import { createChannel, failedOutcome, outcomeOf, type Channel, type ChannelOutcome } from '../channel.js';
import { renderGotify, type GotifyMessage } from './render.js';

interface GotifyDependencies {
  readonly calls: { readonly http: Pick<OutgoingHttp, 'post'> };
  readonly server: { readonly clock: { readonly now: () => string } };
}

const answerOf = z.object({ id: z.number().optional(), errorDescription: z.string().default('') });
/** Empty for anything else, such as a page of a proxy. */
const parseAnswer = ({ body }: OutgoingAnswer): z.infer<typeof answerOf> => {
  try {
    return answerOf.catch({ errorDescription: '' }).parse(JSON.parse(body));
  } catch {
    return { errorDescription: '' };
  }
};

const refused = (detail: string): ChannelOutcome => failedOutcome('delivery.access_refused', detail, false);

/** What a server’s answer means. A 2xx without a message’s number is not from Gotify: nobody was notified. */
const toOutcome = (answer: OutgoingAnswer, now: string): ChannelOutcome => {
  const { status } = answer;
  const { id, errorDescription } = parseAnswer(answer);
  if (status >= 200 && status < 300) {
    if (id !== undefined) return { ok: true, state: 'sent', providerId: String(id) };
    return failedOutcome('delivery.provider_rejected', `Answered ${status}, but not as a Gotify server does.`, false);
  }
  const detail = `Answered ${status}.`;
  if (status === 401 || status === 403) return refused(detail);
  // the answer to the token of a client
  if (status === 400 && errorDescription.includes('appid')) return refused(`${detail} It needs the token of an application.`);
  const isRetryable = status >= 500 || status === 408 || status === 425 || status === 429;
  const outcome = failedOutcome(status === 429 ? 'delivery.throttled' : 'delivery.provider_rejected', detail, isRetryable);
  const after = retryAfter(answer, now);
  return outcome.ok || after === undefined ? outcome : { ...outcome, retryAfter: after };
};

/**
 * Sends to an application on a Gotify server, whose app on the person’s phone follows it (https://gotify.net/docs/pushmsg). The person typed the server’s
 * address, so it must not lead into a private network. `sent`: the server has it. No phone confirms, and an application token can’t delete messages.
 */
export const gotifyChannel = ({ calls: { http }, server: { clock } }: GotifyDependencies): Channel =>
  createChannel<GotifyMessage>({
    kind: 'gotify',
    render: renderGotify,
    preview: ({ title, message }) => ({ title, text: message, isJson: false, acts: [] }),
    send: (message, { address, secret }, call) =>
      outcomeOf(async () => {
        const headers = { 'Content-Type': 'application/json', 'User-Agent': `Tocsin/${version}`, 'X-Gotify-Key': secret ?? '' };
        return toOutcome(await http.post(`${address}/message`, { headers, body: JSON.stringify(message), ...call }), clock.now());
      }),
  });
