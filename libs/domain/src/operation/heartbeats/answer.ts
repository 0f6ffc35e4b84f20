import type { HeartbeatSchedule } from '@tocsin/contracts/heartbeats/noun.js';
import { duration } from '@tocsin/contracts/duration.js';
import { laterOf, millisBetween, toInstant, toMillis } from '@tocsin/kernel/time.js';
import { calendarOf } from './marks.js';
import type { HeartbeatState } from './state.js';

const { minute } = duration;

interface Answer {
  readonly answeredAt: string;
  /** Whether it answers a mark; with an interval, whether it comes no sooner than it should. */
  readonly isOnTime: boolean;
}

type Asked = Pick<HeartbeatState, 'schedule' | 'zones' | 'grace' | 'answeredAt' | 'lastSuccessAt'>;

/** How early a ping may come: within its grace, and a quarter of the gap. */
const earlyBy = (grace: number, gap: number): number => Math.min(grace * minute, gap / 4);

const ofInterval = (every: number, { grace, lastSuccessAt }: Asked, at: string): Answer => ({
  answeredAt: at,
  isOnTime: lastSuccessAt === null || millisBetween(lastSuccessAt, at) >= every * minute - earlyBy(grace, every * minute),
});

/** The next mark, if it is near. */
const nearMark = (past: number | null, next: number, now: number, grace: number): number | null =>
  next - now <= earlyBy(grace, next - (past ?? now)) && next !== Number.MAX_SAFE_INTEGER ? next : null;

/** The last mark that is past, if no ping has answered it; else the next, if it is near. The very first ping owes nothing. */
const ofCron = (schedule: HeartbeatSchedule & { kind: 'cron' }, { zones, grace, answeredAt }: Asked, at: string): Answer => {
  const calendar = calendarOf(schedule, zones);
  const now = toMillis(at);
  const past = calendar.upTo(now);
  const next = calendar.after(now);
  const answered = answeredAt === null ? null : toMillis(answeredAt);
  if (past !== null && answered !== null && past > answered) return { answeredAt: toInstant(past), isOnTime: true };
  const near = nearMark(past, next, now, grace);
  if (near !== null && (answered === null || near > answered)) return { answeredAt: toInstant(near), isOnTime: true };
  return { answeredAt: answeredAt ?? toInstant(past ?? now), isOnTime: false };
};

/** What a ping answers. */
export const answerOf = (state: Asked, at: string): Answer =>
  state.schedule.kind === 'interval' ? ofInterval(state.schedule.every, state, at) : ofCron(state.schedule, state, at);

/** Minutes from the nearest mark; null: it has none. */
export const offMarkOf = ({ schedule, zones }: Pick<Asked, 'schedule' | 'zones'>, at: string): number | null => {
  if (schedule.kind === 'interval') return null;
  const calendar = calendarOf(schedule, zones);
  const now = toMillis(at);
  const [past, next] = [calendar.upTo(now), calendar.after(now)];
  return Math.round((past !== null && now - past <= next - now ? now - past : now - next) / minute);
};

/** Nothing before this instant is expected any more. */
export const excusedUpTo = ({ schedule, zones, answeredAt }: Asked, at: string): string => {
  const mark = schedule.kind === 'cron' ? calendarOf(schedule, zones).upTo(toMillis(at)) : null;
  const excused = schedule.kind === 'interval' ? at : mark === null ? (answeredAt ?? at) : toInstant(mark);
  return answeredAt === null ? excused : laterOf(answeredAt, excused);
};

/** The last thing that a ping of this instant may have answered. */
export const latestAnswerAt = ({ schedule, zones, grace }: Asked, at: string): string => {
  if (schedule.kind === 'interval') return at;
  const calendar = calendarOf(schedule, zones);
  const [now, past] = [toMillis(at), calendar.upTo(toMillis(at))];
  const latest = nearMark(past, calendar.after(now), now, grace) ?? past;
  return latest === null ? at : toInstant(latest);
};
