import { z } from 'zod';
import { connectionDocument } from './documents/connections.js';
import { heartbeatDocument } from './documents/heartbeats.js';
import { inhibitionDocument } from './documents/inhibition.js';
import { lookupDocument } from './documents/lookups.js';
import { maintenanceDocument } from './documents/maintenance.js';
import { personDocument, teamDocument } from './documents/people.js';
import { policyDocument } from './documents/policies.js';
import { routesDocument } from './documents/routes.js';
import { overridesDocument, scheduleDocument } from './documents/schedules.js';
import { integrationDocument, serviceDocument } from './documents/services.js';

/** The kinds of documents, in the order in which they are applied. */
export const documentKinds = {
  Person: personDocument,
  Team: teamDocument,
  Connection: connectionDocument,
  Schedule: scheduleDocument,
  Policy: policyDocument,
  Service: serviceDocument,
  Integration: integrationDocument,
  Routes: routesDocument,
  Heartbeat: heartbeatDocument,
  MaintenanceWindow: maintenanceDocument,
  LookupTable: lookupDocument,
  InhibitionRule: inhibitionDocument,
  Overrides: overridesDocument,
};
export type DocumentKind = keyof typeof documentKinds;
export const kindNames = Object.keys(documentKinds) as readonly DocumentKind[];

export const configDocument = z.discriminatedUnion('kind', Object.values(documentKinds) as never) as unknown as z.ZodType<ConfigDocument>;
export type DocumentOf<K extends DocumentKind> = z.infer<(typeof documentKinds)[K]>;
export type ConfigDocument = { [K in DocumentKind]: DocumentOf<K> }[DocumentKind];

/** For editors, which complete and check files by it. */
export const configJsonSchema = (): object => z.toJSONSchema(configDocument, { io: 'input', unrepresentable: 'any' });
