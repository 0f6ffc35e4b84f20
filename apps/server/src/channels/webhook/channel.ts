import { version as runningVersion } from '@tocsin/platform/data-folder/program-version.js';
import type { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { createChannel, type Channel } from '../channel.js';
import { postSigned } from './post-signed.js';
import { renderWebhook, type WebhookBody } from './render.js';

interface WebhookDependencies {
  readonly calls: { readonly http: Pick<OutgoingHttp, 'post'> };
}

/** Signed JSON to an address that the person typed, so it must not lead into a private network. */
export const webhookChannel = ({ calls: { http } }: WebhookDependencies, version: string = runningVersion): Channel =>
  createChannel<WebhookBody>({
    kind: 'webhook',
    render: renderWebhook,
    preview: ({ content }) => ({ title: null, text: JSON.stringify(content, null, 2), isJson: true, acts: [] }),
    send: ({ content, now, key }, { address, secret }, call) =>
      postSigned(http, content, { address, secret, now, version, headers: key === null ? {} : { 'Idempotency-Key': key }, ...call }),
  });
