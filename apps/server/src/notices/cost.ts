import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import * as connectionLimits from '@tocsin/contracts/connections/limits.js';
import type { EffectOutcome } from '@tocsin/platform/reactor/effect.js';
import { giveNotices, type NoticeDependencies } from './give-notice.js';
import { ownersOf } from './words.js';

/** Many SMS in a day cost much, or are somebody’s mistake: to the owners. */
export const tellOfSmsParts = async (
  dependencies: NoticeDependencies,
  { id, data: { day, parts } }: RecordedOf<'SmsPartsExceeded'>,
): Promise<EffectOutcome> =>
  giveNotices(dependencies, { id, kind: 'cost' }, ownersOf(dependencies.server.reads), () => ({
    subject: `${parts} parts of SMS on ${day}`,
    lines: [
      `On ${day} (UTC), Tocsin has sent ${parts} parts of SMS so far, which the provider charges. You hear of it at ${connectionLimits.smsPartsTold} a day and at each doubling. Pages go on.`,
    ],
    link: '/reports/cost',
    label: 'Open the cost report',
  }));
