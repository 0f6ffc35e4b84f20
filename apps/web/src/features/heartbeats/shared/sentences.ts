import type { events as heartbeatEvents } from '@tocsin/contracts/heartbeats/noun.js';
import type { PingKind } from '@tocsin/contracts/heartbeats/pings.js';
import { dayAndTime } from '../../../data/time/times.js';
import type { Sentences } from '../../../data/words/sentence.js';

const pingWords: Record<PingKind, string> = {
  success: 'said that it succeeded',
  start: 'said that it began',
  fail: 'said that it failed',
  log: 'sent output',
};
const withStatus = (exitStatus: number | null): string => (exitStatus === null ? '' : ` with exit status ${exitStatus}`);

export const heartbeatSentences: Sentences<keyof typeof heartbeatEvents> = {
  HeartbeatCreated: ({ data, meta }, names) => `${names.actor(meta.actor)} created the heartbeat ${data.name}.`,
  HeartbeatChanged: ({ data, meta }, names) => `${names.actor(meta.actor)} changed the heartbeat ${data.name}.`,
  HeartbeatZonesTaken: ({ data }) =>
    `A heartbeat follows the time zone data ${data.zones}${data.expectedAt === null ? '' : `: its job is expected next at ${dayAndTime(data.expectedAt)}`}.`,
  HeartbeatKeyIssued: ({ meta }, names) => `${names.actor(meta.actor)} issued a key of a heartbeat.`,
  HeartbeatKeyEnded: ({ meta }, names) => `${names.actor(meta.actor)} revoked a key of a heartbeat.`,
  HeartbeatKeyRevealed: ({ meta }, names) => `${names.actor(meta.actor)} viewed a key of a heartbeat.`,
  HeartbeatRemoved: ({ meta }, names) => `${names.actor(meta.actor)} removed a heartbeat.`,
  HeartbeatWentDown: ({ data }) => {
    if (data.because === 'failed') return 'A job failed: its heartbeat is down.';
    const at = data.expectedAt === null ? '' : dayAndTime(data.expectedAt);
    return data.because === 'missed' ? `A job did not ping: it was expected at ${at}.` : `A run took too long: it had begun at ${at}.`;
  },
  HeartbeatRunGivenUp: ({ data }) => `A run that began at ${dayAndTime(data.startedAt)} took too long, which is tolerated.`,
  HeartbeatExcused: () => 'The deadline of a job passed while Tocsin could hear nothing. All jobs get a fresh interval.',
  HeartbeatRecovered: ({ data }) =>
    data.resolves
      ? 'A job succeeded again: its heartbeat is healthy.'
      : 'A job succeeded again, as it did often lately: its alert group stays open.',
  HeartbeatSettled: () => 'A job pinged on time again several times: its alert group is resolved.',
  PingReceived: ({ data }) => `A job ${pingWords[data.kind]}${withStatus(data.exitStatus)}.`,
  PingsCounted: ({ data }) =>
    data.pings.length === 1 ? 'A job that pings often succeeded.' : `${data.pings.length} jobs that ping often succeeded.`,
};
