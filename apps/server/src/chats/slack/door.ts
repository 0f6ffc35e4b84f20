import { isSignedBySlack } from '@tocsin/platform/signatures/slack.js';
import { z } from 'zod';
import type { ProviderRequest } from '../../channels/inbound.js';
import { answeredAccounts } from '../../connections/accounts.js';
import { parseJson } from '../../connections/verdicts.js';
import type { ServerParts } from '../../core/server-parts.js';
import { quarantineOf } from '../../core/store-quarantine.js';
import { emptyAnswer, type ChatDoor, type DoorAnswer } from '../../channels/chat-door.js';
import type { SlackPressing } from './pressing.js';

interface Dependencies {
  readonly server: Pick<ServerParts, 'reads' | 'vault'>;
  readonly pressing: Pick<SlackPressing, 'begin'>;
}

const verification = z.object({ type: z.literal('url_verification'), challenge: z.string().max(500) });

const connectionIn = (path: string): string | undefined => /^\/api\/channels\/slack\/([^/?]+)/.exec(path)?.[1];

/** Whether it is of the connection in its path, which takes presses by requests, and signed with its secret. */
const isSigned = ({ server }: Dependencies, { headers, path, body }: ProviderRequest, now: number): boolean => {
  const account = answeredAccounts(server, 'slack').find(({ connectionId }) => connectionId === connectionIn(path));
  const secret = account?.secrets['signingSecret'];
  if (!secret) return false;
  const [timestamp, signature] = [headers['x-slack-request-timestamp'], headers['x-slack-signature']];
  return isSignedBySlack(secret, { body, timestamp: String(timestamp), signature: String(signature) }, now);
};

const answer = ({ server, pressing }: Dependencies, body: string): DoorAnswer => {
  const challenge = verification.safeParse(parseJson(body)).data?.challenge;
  if (challenge !== undefined) return { ...emptyAnswer, body: challenge };
  const payload = new URLSearchParams(body).get('payload');
  if (payload === null) return { ...emptyAnswer, status: 400 };
  // Slack shows the presser a warning sign
  if (quarantineOf(server.reads)) return { ...emptyAnswer, status: 503 };
  pressing.begin(parseJson(payload));
  return emptyAnswer;
};

/** The “Request URL” of an app of Slack, the alternative to a socket. It answers before the press is carried out: Slack waits 3 s. */
export const slackDoor = (dependencies: Dependencies): ChatDoor => ({
  kind: 'slack',
  path: '/:connection',
  take: (request, now) => Promise.resolve(isSigned(dependencies, request, now) ? answer(dependencies, request.body) : null),
});
