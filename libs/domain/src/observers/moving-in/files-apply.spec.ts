import { recordedAnswers, recordedAt, type RecordedSystem } from '@tocsin/testing/foreign/recorded.js';
import { readsAfter } from '../../configuration.fixture.js';
import { doesPageSomebody } from '../config-plans/reach.js';
import { afterPlan, planOf } from '../config-plans/applied.fixture.js';
import type { ForeignAnswer } from './answers.js';
import { configurationFiles } from './configuration-files.js';
import { fitOrganisation } from './fit.js';
import { millisOf } from './foreign-zones.js';
import { readers } from './readers.js';

const systems = ['opsgenie', 'pagerduty', 'oncall', 'goalert'] as const;
const empty = readsAfter();

const expected: Readonly<Record<RecordedSystem, readonly string[]>> = {
  opsgenie: [
    'no counterpart: escalation in a rotation (data_weekdays)',
    'no counterpart: routing rule of some hours (Payments: Night, low)',
    'changed: disabled there: left out (Old Nagios)',
    'changed: disabled there: left out (heartbeat old)',
    'no counterpart: alert or notification policy (Delay flappers)',
    'no counterpart: service of the catalogue (checkout)',
    'no counterpart: service of the catalogue (ledger)',
    'no counterpart: service of the catalogue (warehouse)',
    'no counterpart: notification rule by conditions or hours (Ana Brandt: Low at night)',
    'no counterpart: closing what nobody has (Payments_escalation)',
    'changed: notify others still (Payments_escalation, after 30 min)',
    'changed: managers of today by name (Payments_escalation, after 30 min)',
    'changed: random member as one in turn (Data_escalation, after 20 min)',
    'no counterpart: previous on call (Platform_escalation, after 0 min)',
    'changed: states that are reset as an acknowledgement timeout (Payments)',
    'by hand: integration of no team (service Company needs an owner)',
    'no counterpart: maintenance of a policy (Ledger upgrade)',
    'changed: maintenance of integrations as of their services (Ledger upgrade)',
    'by hand: admin there: to be granted by a person (Ana Brandt)',
    'by hand: admin there: to be granted by a person (Dee Eriksen)',
    'by hand: admin there: to be granted by a person (Fay Grigor)',
    'missing: blocked there: got nothing (Gus Hale)',
    'changed: service without a policy: it pages the team (Company)',
  ],
  pagerduty: [
    'by hand: mail integration gets a new address (checkout: E-mail)',
    "no counterpart: condition of a router rule, its route is left out (Front door: Rest of payments: event.custom_details.team matches 'payments' and not event.severity matches 'info')",
    'changed: pause of notifications as a hold of all its alerts (checkout)',
    'no counterpart: WhatsApp (Ana Brandt)',
    'missing: contact method that is blocked there (Cy Dumont)',
    'missing: deleted person in a step (Data: Kai Lorenz)',
    'no counterpart: resolving by time (checkout)',
    'no counterpart: grouping “content_based” (checkout)',
    'changed: urgency by severity within support hours (ledger)',
    'changed: disabled there: here its alerts page (warehouse)',
    'by hand: admin there: to be granted by a person (Ana Brandt)',
    'by hand: admin there: to be granted by a person (Fay Grigor)',
    'changed: 5 repeats at most (Data)',
    'changed: default pages, because a route is left out (Front door)',
  ],
  oncall: [
    'no counterpart: template (Platform Grafana: grouping_key)',
    'no counterpart: template (Data webhook: resolve_signal)',
    'by hand: mail integration gets a new address (Ledger mail)',
    'no counterpart: notification by “notify_by_webhook” (dee)',
    'changed: steps of both urgencies as high (Payments)',
    'changed: hours in UTC: perhaps local ones are meant (Platform)',
    'no counterpart: user group (Platform)',
    'by hand: webhook in a step: make an event subscription (Platform)',
    'changed: wait in whole minutes (Platform)',
    'no counterpart: resolving by a step (Platform)',
    'changed: default notifications: low urgency climbs (Platform)',
    'no counterpart: condition on the number of alerts (Data)',
    'no counterpart: whole channel (Data)',
    'no counterpart: declaring an incident (Data)',
    'changed: default notifications: low urgency climbs (Data)',
    'no counterpart: condition of a route, left out (Payments Alertmanager: "team": ?"data")',
    'by hand: admin there: to be granted by a person (ana)',
    'changed: who only watches is in no team (ida)',
    'missing: target that reaches nobody (Data: Data from the calendar)',
    'changed: policy whose steps reach nobody: it pages the team (Data)',
    'changed: service without a policy: it pages the team (Data webhook)',
    'changed: route that only records, left out after another (Payments Alertmanager: Route 2)',
    'changed: what no route takes is recorded only (Data webhook)',
  ],
  goalert: [
    'changed: notify others still (Payments)',
    'changed: rotation in a step as a schedule of its own (Payments)',
    'no counterpart: target “builtin-slack-channel” (Payments)',
    'changed: first step at once, without its delay (Platform and data)',
    'by hand: webhook in a step: make an event subscription (Platform and data)',
    'by hand: mail integration gets a new address (checkout: Mail)',
    'no counterpart: universal key (checkout: Rules)',
    'missing: person without an address, in no file (Ida Jansen)',
    'by hand: admin there: to be granted by a person (Ana Brandt)',
  ],
};

const filesOf = (system: RecordedSystem) => {
  const answers = recordedAnswers(system).map((one): ForeignAnswer => ({ ...one, asked: one.request.replace('GET /api/v1', 'GET ') }));
  const fitted = fitOrganisation(readers[system](answers, millisOf(recordedAt)), 'Moved in');
  const documents = Object.values(configurationFiles(fitted, { keyPrefix: `${system}:example.org` })).flat();
  return { fitted, documents };
};

describe.each(systems)('the files of an organisation of %s', (system) => {
  it('apply to an empty organisation without a hand: every service pages somebody, and applied again they change nothing', () => {
    const { documents } = filesOf(system);
    const planned = planOf(documents, empty, { now: recordedAt });
    expect(planned.errors).toEqual([]);
    const reads = afterPlan(planned, empty, recordedAt);
    const services = [...reads.services.all()];
    expect(services.length).toBeGreaterThan(1);
    for (const { name, policyId } of services)
      expect({ name, pages: doesPageSomebody(reads, reads.policies.get(policyId)) }).toEqual({ name, pages: true });
    const again = planOf(documents, reads, { now: recordedAt });
    expect(again).toMatchObject({ errors: [], changes: [], steps: [], invitations: [] });
  });
});

const said = (system: RecordedSystem) =>
  filesOf(system)
    .fitted.remarks.filter(({ rule }) => rule !== 'notification rule')
    .map(({ fate, rule, about }) => `${fate}: ${rule} (${about})`);

describe('what changes on the way is said by the name of its rule', () => {
  it.each(systems.map((system) => [system, expected[system]] as const))('from %s', (system, remarks) => {
    expect(said(system)).toEqual(remarks);
  });
});
