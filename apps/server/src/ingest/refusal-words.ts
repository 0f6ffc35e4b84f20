import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import type { Problem } from '@tocsin/contracts/refusals.js';
import type { IntegrationRow } from '@tocsin/contracts/integrations/noun.js';
import type { SenderFormat } from './format.js';
import type { Refusal } from './reading.js';
import { toProblemAnswer } from './problem.js';
import { senderOf } from './senders/senders.js';

/** Why a signal was refused, as a sentence for people who set up the sender, whatever the sender itself gets. */
export const refusalWords = (refusal: Refusal): string => (toProblemAnswer(refusal).body as Problem).detail;

/** The key is valid, but belongs to an integration of another kind: for those who set up the integration. */
export const otherKindText = ({ kind }: Pick<IntegrationRow, 'kind'>, format: Pick<SenderFormat, 'kind'>): string =>
  `It was sent to the address for ${senderOf(format.kind).name}, and this integration is for ${senderOf(kind).name}. Use the address that is shown here.`;

/** The same for whoever reads the sender’s log. */
export const otherKindAnswer = ({ kind }: Pick<IntegrationRow, 'kind'>, format: Pick<SenderFormat, 'kind'>): string => {
  const sender = senderOf(kind);
  return `This is the key of an integration for ${sender.name}, sent to the address for ${senderOf(format.kind).name}. Post to ${sender.format.routes[0]!.path.replace('/:key', '/YOUR-KEY')} instead.`;
};

export const aboveHardLimit = ({ hardLimit }: Pick<IntegrationRow, 'hardLimit'>): string =>
  `This integration is above its hard limit of ${hardLimit} requests in ${integrationLimits.ingestSoft.window / 60_000} min, so this one was refused.`;

export const mailFromOthers = 'This integration takes no mails from this address.';

export const tooManyPings = 'Too many pings came that tell nothing new, so this one was refused.';
