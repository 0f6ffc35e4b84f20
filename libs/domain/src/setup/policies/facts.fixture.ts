import type { PolicyFact, Step } from '@tocsin/contracts/policies/noun.js';
import { ana, idOf } from '../../configuration.fixture.js';
import { teamId } from '../teams/facts.fixture.js';

export const policyId = idOf('90');
export const stepId = idOf('5e1');
export const pageAna: Step = { stepId, targets: [{ kind: 'person', personId: ana }], waitMinutes: 5, notifyOthersStill: false };
export const policyRules = { name: 'Payments primary', steps: [pageAna], repeats: 3, climbLow: false };

export const policyCreated: PolicyFact = { type: 'PolicyCreated', data: { teamId, policyId, version: 1, ...policyRules } };
export const policyChanged: PolicyFact = { type: 'PolicyChanged', data: { teamId, policyId, version: 2, ...policyRules, repeats: 0 } };
export const policyRemoved: PolicyFact = { type: 'PolicyRemoved', data: { teamId, policyId } };
