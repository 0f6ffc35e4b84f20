import type { Recorded } from '@tocsin/contracts/envelope.js';
import { importIntegration, importTeam, installationOf, personIdOf, serviceIdOf, unnamed, type ImportOptions } from './installation.js';
import { createAlertEvents, type AlertPlace } from './shared/alert-events.js';
import type { ImportedAlert } from './shared/imported-alert.js';

/** A whole log of alerts that happened elsewhere, with an installation that is invented for them. */
export const createImportedEvents = function* (alerts: readonly ImportedAlert[], options: ImportOptions): Generator<Recorded, void, void> {
  const { events } = installationOf(alerts, options);
  yield* events;
  const placeOf = ({ service, person }: ImportedAlert): AlertPlace => ({
    integrationId: importIntegration,
    serviceId: serviceIdOf(service),
    teamId: importTeam,
    actor: { kind: 'person', id: personIdOf(person ?? unnamed), roles: ['member'] },
  });
  yield* createAlertEvents(alerts, { ordinal: events.length, written: options.written, placeOf });
};
