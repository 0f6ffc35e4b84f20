import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import { isErased } from '@tocsin/contracts/ids.js';
import { textOrErased } from '@tocsin/contracts/redactions/noun.js';
import type { EffectOutcome } from '@tocsin/platform/reactor/effect.js';
import { formatWallClock } from '../deliveries/times.js';
import { giveNotices, type NoticeDependencies } from './give-notice.js';

/** Before a silence ends: to who started it, and who has what it covers. */
export const tellOfSilence = async (
  dependencies: NoticeDependencies,
  { id, data: { silenceId, people, until } }: RecordedOf<'SilenceEndAnnounced'>,
): Promise<EffectOutcome> => {
  const silence = dependencies.server.reads.activeSilences.get(silenceId);
  if (silence?.until !== until) return { kind: 'unneeded' };
  const words = isErased(silence.comment) ? '' : textOrErased(silence.comment);
  const name = words === '' ? 'A silence' : `The silence “${words}”`;
  return giveNotices(dependencies, { id, kind: 'silence_ends' }, people, ({ timeZone }) => ({
    subject: `${name} ends at ${formatWallClock(until, timeZone)}`,
    lines: [`${name} ends at ${formatWallClock(until, timeZone)}. What it mutes and still fires then pages 5 minutes later.`],
    link: '/silences',
    label: 'Extend it or end it',
  }));
};
