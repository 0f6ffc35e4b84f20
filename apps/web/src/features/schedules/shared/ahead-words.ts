import type { UnreadyPerson } from '@tocsin/contracts/schedules/ahead.js';
import { clockTime } from '../../../data/time/times.js';

/** When something ahead is: `now`, `from Mon 09:00`, `Sat 09:00 – Sat 17:00 and 3 more times`. */
export function aheadWords({ from, to, more = 0 }: { from: string; to?: string; more?: number }, now: number): string {
  const isRunning = Date.parse(from) <= now;
  if (to === undefined) return isRunning ? 'now' : `from ${clockTime(from, now)}`;
  const when = `${isRunning ? 'now' : clockTime(from, now)} – ${clockTime(to, now)}`;
  return more === 0 ? when : `${when} and ${more} more ${more === 1 ? 'time' : 'times'}`;
}

const reasonText: Readonly<Record<UnreadyPerson['lacks'], string>> = {
  'readiness.no_method': 'no working contact method',
  'readiness.bounces_not_seen': 'only e-mail; mails that come back are not seen',
  'readiness.no_rule': 'no own rules for high urgency',
};

/** `You go on call Mon 09:00 for Payments primary and have no working contact method.` */
export function unreadyWords(unready: UnreadyPerson, who: 'you' | 'they', schedule: string, now: number): string {
  const [come, are, have] = who === 'you' ? ['You go', 'You are', 'have'] : ['Goes', 'Is', 'has'];
  const begins = Date.parse(unready.from) <= now ? `${are} on call for` : `${come} on call ${clockTime(unready.from, now)} for`;
  return `${begins} ${schedule} and ${have} ${reasonText[unready.lacks]}.`;
}
