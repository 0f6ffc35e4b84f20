import { v7 } from 'uuid';
import type { Cast } from './cast.js';

/** A second team is created, filled, handed over and removed. */
export const addTeams = async ({ stage, bo }: Cast): Promise<void> => {
  const { api, personId } = stage.ana;
  const toTeamId = stage.setUpAnswer.teamId;
  const [teamId, serviceId, integrationId] = [v7(), v7(), v7()];
  const [policyId, spareId] = [v7(), v7()];
  const steps = [{ targets: [{ kind: 'person' as const, personId }], waitMinutes: 5 }];
  await api.prove();
  await api.run('CreateTeam', { teamId, name: 'Search' });
  await api.run('RenameTeam', { teamId, name: 'Search and maps', description: 'Finds things.' });
  await api.run('AddTeamMember', { teamId, personId: bo.personId, role: 'manager' });
  for (const [id, name] of [
    [policyId, 'Search'],
    [spareId, 'Spare'],
  ] as const)
    await api.run('CreatePolicy', { teamId, policyId: id, name, steps });
  await api.run('CreateService', { teamId, serviceId, name: 'Index', policyId });
  await api.run('ChangeService', { teamId, serviceId, version: 1, name: 'Index', policyId, description: 'The index of all.' });
  await api.run('ArchiveService', { teamId, serviceId });
  await api.run('RestoreService', { teamId, serviceId });
  const { says } = await api.run('CreateService', { teamId, name: 'Moved in', policyId, rehearses: true });
  await api.run('TakeServiceLive', { teamId, serviceId: String(says['serviceId']) });
  await api.run('MoveAllToPolicy', { teamId, policyId, toPolicyId: spareId });
  await api.run('RemovePolicy', { teamId, policyId });
  await api.run('CreateIntegration', { teamId, serviceId, integrationId, name: 'Probe', kind: 'generic' });
  await api.run('RenameIntegration', { teamId, integrationId, name: 'Prober' });
  await api.run('IssueIntegrationKey', { teamId, integrationId });
  await stage.settle();
  const { keys } = await api.row('integrations', integrationId);
  await api.run('RevealIntegrationKey', { teamId, integrationId, keyId: keys[0]!.keyId });
  await api.run('EndIntegrationKey', { teamId, integrationId, keyId: keys[0]!.keyId });
  const oldServiceId = v7();
  await api.run('CreateIntegration', { teamId, serviceId, integrationId: oldServiceId, name: 'Old probe', kind: 'alertmanager' });
  await api.run('RemoveIntegration', { teamId, integrationId: oldServiceId });
  await api.run('MoveAllToTeam', { teamId, toTeamId });
  await stage.settle();
  await api.run('RemoveTeam', { teamId });
  await stage.settle();
};

export const changeSettings = async ({ stage }: Cast): Promise<void> => {
  await stage.ana.api.prove();
  await stage.ana.api.run('ChangeClosingByAge', { days: 14 });
  await stage.ana.api.run('ChangeRawBodyRetention', { days: 365 });
  await stage.ana.api.run('ChangeListedDays', { days: 400 });
  await stage.ana.api.run('RenameOrganisation', { name: 'Haven' });
  await stage.ana.api.run('ChangeOrganisationTimeZone', { timeZone: 'Europe/Oslo' });
  await stage.ana.api.run('ChangePublicAddress', { url: 'http://tocsin.example.org' });
  // the environment’s mail server takes precedence all the time
  const server = { host: 'mail.example.org', port: 587, security: 'starttls', from: 'tocsin@example.org' } as const;
  await stage.ana.api.run('ConfigureMailServer', { ...server, user: 'tocsin', password: 'not the real one' });
  await stage.ana.api.run('RemoveMailServer', {});
  const fields = { baseUrl: 'http://127.0.0.1:9', accountSid: 'AC0', sender: '+14155550100', countries: '+1 +41 +44 +49 +1876' };
  const { says } = await stage.ana.api.run('AddConnection', {
    kind: 'twilio',
    name: 'Twilio',
    fields: { ...fields, authToken: 'not the real one' },
  });
  const connectionId = String(says['connectionId']);
  await stage.ana.api.run('ChangeConnection', { connectionId, kind: 'twilio', name: 'Twilio EU', fields });
  await stage.ana.api.run('RemoveConnection', { connectionId });
  await stage.settle();
};
