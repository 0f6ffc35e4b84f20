import type { Mute } from '@tocsin/contracts/alert-groups/mutes.js';
import type { MuteSource } from '../../rules/mute-source.js';
import { seeAlert, unionOf } from '../../rules/seen-alert.js';
import { windowSource } from '../../setup/maintenance/shared/window-source.js';
import { silenceSource } from '../../rules/silence-source.js';
import type { RoutingReads, RoutingRows } from './routing-reads.js';

/** What can mute an alert before there is a group. Inhibition depends on what fires elsewhere, and is asked by the group. */
const sources: readonly MuteSource<Pick<RoutingRows, 'activeSilences' | 'maintenanceWindows'>>[] = [silenceSource, windowSource];

const endOf = ({ until }: Mute): string => until ?? '~';
const longest = (mutes: readonly Mute[]): Mute | undefined =>
  mutes.reduce<Mute | undefined>((last, mute) => (last && endOf(last) >= endOf(mute) ? last : mute), undefined);

/** As the group will judge them. */
export const createMutesOfAll =
  (rows: Pick<RoutingRows, 'activeSilences' | 'maintenanceWindows' | 'services' | 'integrations'>): RoutingReads['mutesOfAll'] =>
  (alerts, { serviceId, integrationId, groupId }, at) => {
    const { activeSilences, maintenanceWindows, services, integrations } = rows;
    const service = activeSilences.size + maintenanceWindows.size === 0 ? undefined : services.get(serviceId);
    if (!service) return null;
    const owner = { groupId, number: 0, serviceId, teamId: service.teamId, firing: () => [] };
    const answers = sources.map((source) => source(owner, rows, at)).filter((answer) => answer !== null);
    const fields = unionOf(answers.map((answer) => answer.fields));
    const integration = integrations.get(integrationId)?.name ?? '';
    let first: readonly [end: string, silence: Mute | undefined] | undefined;
    for (const alert of answers.length === 0 ? [] : alerts) {
      const labels = seeAlert(alert, { service, integration }, fields);
      const mutes = answers.flatMap(({ of }) => of(labels));
      if (mutes.length === 0) return null;
      const end = endOf(longest(mutes)!);
      if (!first || end < first[0]) first = [end, longest(mutes.filter(({ kind }) => kind === 'silence'))];
    }
    if (!first) return null;
    const [, silence] = first;
    return { silence: silence ? { id: silence.id, version: silence.version ?? 1 } : null };
  };
