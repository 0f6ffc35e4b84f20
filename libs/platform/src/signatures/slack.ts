import { createHmac } from 'node:crypto';
import { isFresh } from './fresh.js';
import { isSameText } from './same-bytes.js';

export interface SlackRequest {
  readonly body: string;
  /** `X-Slack-Request-Timestamp`. */
  readonly timestamp: string;
  readonly signature: string;
}

/** Whether Slack signed this request within five minutes of `now`, in seconds since 1970. Source: docs.slack.dev, “Verifying requests from Slack”. */
export const isSignedBySlack = (signingSecret: string, { body, timestamp, signature }: SlackRequest, now: number): boolean =>
  isFresh(timestamp, now) &&
  isSameText(`v0=${createHmac('sha256', signingSecret).update(`v0:${timestamp}:${body}`).digest('hex')}`, signature);
