import type { ServiceFact } from '@tocsin/contracts/services/noun.js';
import { idOf } from '../../configuration.fixture.js';
import { policyId } from '../policies/facts.fixture.js';
import { teamId } from '../teams/facts.fixture.js';

export const serviceId = idOf('5e');
export const serviceSettings = {
  name: 'Checkout',
  description: '',
  runbook: null,
  policyId,
  urgencyRule: 'by_severity' as const,
  ackTimeoutMinutes: null,
  reopenWindowMinutes: null,
};

export const serviceCreated: ServiceFact = { type: 'ServiceCreated', data: { teamId, serviceId, ...serviceSettings } };
export const rehearsalCreated: ServiceFact = { type: 'ServiceCreated', data: { ...serviceCreated.data, rehearses: true } };
export const serviceWentLive: ServiceFact = { type: 'ServiceWentLive', data: { teamId, serviceId } };
export const serviceChanged: ServiceFact = {
  type: 'ServiceChanged',
  data: { teamId, serviceId, version: 2, ...serviceSettings, urgencyRule: 'always_high' },
};
export const serviceArchived: ServiceFact = { type: 'ServiceArchived', data: { teamId, serviceId } };
export const serviceRestored: ServiceFact = { type: 'ServiceRestored', data: { teamId, serviceId } };
