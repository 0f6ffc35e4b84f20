import type { events as maintenanceEvents } from '@tocsin/contracts/maintenance/noun.js';
import { dayAndTime } from '../../../data/time/times.js';
import type { Names } from '../../../data/words/names.js';
import { count, type Sentences } from '../../../data/words/sentence.js';

const ofTeam = ({ teamId }: { teamId: string | null }, names: Names): string => (teamId === null ? 'all teams' : names.team(teamId));

export const maintenanceSentences: Sentences<keyof typeof maintenanceEvents> = {
  MaintenancePlanned: ({ data, meta }, names) => `${names.actor(meta.actor)} planned maintenance “${data.name}” of ${ofTeam(data, names)}.`,
  MaintenanceChanged: ({ data, meta }, names) => `${names.actor(meta.actor)} changed maintenance “${data.name}” of ${ofTeam(data, names)}.`,
  MaintenanceZonesTaken: ({ data }, names) => `Maintenance of ${ofTeam(data, names)} follows the time zone data ${data.zones}.`,
  MaintenanceSkipped: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} skipped maintenance of ${ofTeam(data, names)} on ${dayAndTime(data.from)}.`,
  MaintenanceAnnounced: ({ data }, names) =>
    `Maintenance of ${ofTeam(data, names)} begins at ${dayAndTime(data.from)}: told ${count(data.people.length, 'person')}.`,
  MaintenanceBegan: ({ data }, names) => `Maintenance of ${ofTeam(data, names)} began, until ${dayAndTime(data.until)}.`,
  MaintenanceEnded: ({ data, meta }, names) =>
    data.because === 'time'
      ? `Maintenance of ${ofTeam(data, names)} ended.`
      : `${names.actor(meta.actor)} ended maintenance of ${ofTeam(data, names)} early.`,
  MaintenanceRemoved: ({ data, meta }, names) => `${names.actor(meta.actor)} removed maintenance “${data.name}” of ${ofTeam(data, names)}.`,
};
