import type { OpenGroup } from '@tocsin/domain/alert-groups/shared/reads.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { Agenda } from './agenda.js';
import { services, type CastName, type Condition, type ServiceName } from './cast.js';
import type { Company } from './company.js';
import type { Conduct } from './conduct.js';
import { sendSignal } from './monitoring.js';

interface Setting {
  readonly company: Company;
  readonly agenda: Agenda;
  readonly conduct: Conduct;
  readonly until: string;
}

const minute = 60_000;

/** The groups that are open when the year ends, so that screens have content: one in each state, which no one else touches. */
export const endOfYear = ({ company, agenda, conduct, until }: Setting): void => {
  const opens = (
    service: ServiceName,
    name: string,
    about: string,
    minutesBefore: number,
    then: (groupId: string) => void = () => {},
  ): void =>
    agenda.at(addMillis(until, -minutesBefore * minute), () => {
      const condition = services[service].conditions.find((one: Condition) => one.name === name) as Condition;
      sendSignal(company, { service, condition, about, startsAt: company.world.now }, 'firing');
      const groups = [...company.world.memory.rows<OpenGroup>('groups').all()];
      const { groupId } = groups.reduce((newest, one) => (one.number > newest.number ? one : newest));
      conduct.leftAlone.add(groupId);
      then(groupId);
    });
  const acts = (who: CastName, type: string, data: object, minutesBefore: number): void =>
    agenda.at(addMillis(until, -minutesBefore * minute), () => company.does({ type, data }, company.actor(who)));
  opens('certificates', 'CertificateEnds', 'status', 300);
  opens('cards', 'CardProviderDown', 'us-east', 64, (groupId) => {
    acts('leila', 'AcknowledgeAlertGroup', { groupId }, 61);
    acts('leila', 'AddNote', { groupId, text: 'Switched to the second provider. Waiting for the first one to confirm.' }, 52);
    acts('mira', 'JoinAlertGroup', { groupId }, 47);
    for (const before of [34, 12]) acts('leila', 'RenewAcknowledgement', { groupId }, before);
  });
  opens('warehouse', 'LoadFailed', 'stock', 140, (groupId) => {
    acts('yuki', 'AcknowledgeAlertGroup', { groupId }, 130);
    acts('yuki', 'SnoozeAlertGroup', { groupId, minutes: 360 }, 128);
  });
  opens('shop', 'ErrorRate', '/basket', 7);
  opens('postgres', 'ReplicationLag', 'db-orders-3', 2);
};
