import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { EffectOutcome } from '@tocsin/platform/reactor/effect.js';
import { formatWallClock } from '../deliveries/times.js';
import { giveNotices, type NoticeDependencies } from './give-notice.js';
import type { NoticeWords } from './notice-kind.js';

type Words = (name: string, timeZone: string) => Pick<NoticeWords, 'subject' | 'lines'>;

/** To the people on call. */
const tell = async (
  dependencies: NoticeDependencies,
  { id, data: { windowId, people } }: RecordedOf<'MaintenanceAnnounced' | 'MaintenanceEnded'>,
  wordsOf: Words,
): Promise<EffectOutcome> => {
  const window = dependencies.server.reads.maintenanceWindows.get(windowId);
  if (!window) return { kind: 'unneeded' };
  return giveNotices(dependencies, { id, kind: 'maintenance' }, people, ({ timeZone }) => ({
    ...wordsOf(window.name, timeZone),
    link: '/maintenance',
    label: 'Open maintenance',
  }));
};

export const tellOfMaintenance = (dependencies: NoticeDependencies, event: RecordedOf<'MaintenanceAnnounced'>): Promise<EffectOutcome> => {
  const { from, until } = event.data;
  return tell(dependencies, event, (name, timeZone) => ({
    subject: `Maintenance “${name}” begins at ${formatWallClock(from, timeZone)}`,
    lines: [
      `From ${formatWallClock(from, timeZone)} to ${formatWallClock(until, timeZone)} alerts that “${name}” covers don’t page as usual.`,
    ],
  }));
};

export const tellOfItsEnd = (dependencies: NoticeDependencies, event: RecordedOf<'MaintenanceEnded'>): Promise<EffectOutcome> =>
  tell(dependencies, event, (name) => ({
    subject: `Maintenance “${name}” ended`,
    lines: [`“${name}” ended. What opened while it lasted and still fires pages after 5 minutes.`],
  }));
