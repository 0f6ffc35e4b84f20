import type { OpenGroup } from '@tocsin/domain/operation/alert-groups/shared/reads.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { Agenda } from './agenda.js';
import { services, type CastName, type Condition, type ServiceName } from './company-data.js';
import type { Company } from './company.js';
import type { DemoBehaviour } from './demo-behaviour.js';
import { sendSignal } from './monitoring.js';

interface EndOfYearContext {
  readonly company: Company;
  readonly agenda: Agenda;
  readonly conduct: DemoBehaviour;
  readonly until: string;
}

const minute = 60_000;

/**
 * The groups that are open when the year ends, so that screens have content: one in each state, which no one else touches. Each is about something that
 * fails at no other time: its alert would join a group that is open already.
 */
export const endOfYear = ({ company, agenda, conduct, until }: EndOfYearContext): void => {
  const openGroup = (
    service: ServiceName,
    name: string,
    about: string,
    minutesBefore: number,
    afterOpening: (groupId: string) => void = () => {},
  ): void =>
    agenda.scheduleAt(addMillis(until, -minutesBefore * minute), () => {
      const condition = services[service].conditions.find((one: Condition) => one.name === name) as Condition;
      sendSignal(company, { service, condition, about, startsAt: company.world.now }, 'firing');
      const groups = [...company.world.memory.rows<OpenGroup>('groups').all()];
      const { groupId } = groups.reduce((newest, one) => (one.number > newest.number ? one : newest));
      conduct.ignoredGroups.add(groupId);
      afterOpening(groupId);
    });
  const actBefore = (castName: CastName, type: string, data: object, minutesBefore: number): void =>
    agenda.scheduleAt(addMillis(until, -minutesBefore * minute), () => company.does({ type, data }, company.actor(castName)));
  openGroup('certificates', 'CertificateExpiringSoon', 'careers', 300);
  openGroup('cards', 'BlackboxProbeFailed', 'us-east', 64, (groupId) => {
    actBefore('leila', 'AcknowledgeAlertGroup', { groupId }, 61);
    actBefore('leila', 'AddNote', { groupId, text: 'Switched to the second provider. Waiting for the first one to confirm.' }, 52);
    actBefore('mira', 'JoinAlertGroup', { groupId }, 47);
    for (const before of [34, 12]) actBefore('leila', 'RenewAcknowledgement', { groupId }, before);
  });
  openGroup('warehouse', 'AirflowDagFailed', 'returns', 140, (groupId) => {
    actBefore('yuki', 'AcknowledgeAlertGroup', { groupId }, 130);
    actBefore('yuki', 'SnoozeAlertGroup', { groupId, minutes: 360 }, 128);
  });
  openGroup('shop', 'HighErrorRate', '/account', 7);
  openGroup('postgres', 'PostgresqlReplicationLag', 'db-orders-3', 2);
};
