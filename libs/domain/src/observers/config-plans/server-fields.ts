import type { ItemKind } from '@tocsin/contracts/config-files/noun.js';
import type { ConfigurationReads } from '../../reads.js';
import { fieldsOfConnection, type SecretHashes } from './connection-fields.js';
import type { Fields } from './fields.js';
import { fieldsOfHeartbeat } from './heartbeat-fields.js';
import { fieldsOfInhibition } from './inhibition-fields.js';
import { fieldsOfLookup } from './lookup-fields.js';
import { fieldsOfWindow } from './maintenance-fields.js';
import { fieldsOfPolicy } from './policy-fields.js';
import { fieldsOfRoutes } from './routes-fields.js';
import { fieldsOfSchedule } from './schedule-fields.js';
import { fieldsOfIntegration, fieldsOfService } from './service-fields.js';
import { fieldsOfTeam } from './team-fields.js';

/** What the server has of a thing, in the form of files; undefined: it is not there. */
export const serverFields = (kind: ItemKind, id: string, reads: ConfigurationReads, secretHashes: SecretHashes): Fields | undefined => {
  const {
    teams,
    connections,
    schedules,
    policies,
    services,
    integrations,
    routeRules,
    heartbeats,
    maintenanceWindows,
    lookupTables,
    inhibitionRules,
  } = reads;
  const found = {
    Team: () => teams.get(id) && fieldsOfTeam(teams.get(id)!),
    Connection: () => connections.get(id) && fieldsOfConnection(connections.get(id)!, secretHashes),
    Schedule: () => schedules.get(id) && fieldsOfSchedule(schedules.get(id)!),
    Policy: () => policies.get(id) && fieldsOfPolicy(policies.get(id)!),
    Service: () => services.get(id) && fieldsOfService(services.get(id)!),
    Integration: () => integrations.get(id) && fieldsOfIntegration(integrations.get(id)!, reads.mappings.get(id)),
    Routes: () => routeRules.get(id) && fieldsOfRoutes(routeRules.get(id)!),
    Heartbeat: () => heartbeats.get(id) && fieldsOfHeartbeat(heartbeats.get(id)!),
    MaintenanceWindow: () => maintenanceWindows.get(id) && fieldsOfWindow(maintenanceWindows.get(id)!),
    LookupTable: () => lookupTables.get(id) && fieldsOfLookup(lookupTables.get(id)!),
    InhibitionRule: () => inhibitionRules.get(id) && fieldsOfInhibition(inhibitionRules.get(id)!),
  };
  return found[kind]();
};
