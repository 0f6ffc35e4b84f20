import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { hash, laterInstant, peopleWorld } from '@tocsin/testing/largest/small-world.js';
import type { LargestCases } from '@tocsin/testing/largest/case.js';
import { groupHeldBy, teamCreated } from '@tocsin/testing/largest/facts.js';
import { bySystem, LargeWorld, longest, longName, nth, person, team } from '@tocsin/testing/largest/large-world.js';

const planId = nth('9b', 0);
const tokenId = nth('70', 0);
const standingId = nth('9d', 0);
const groupId = nth('6a', 0);
const token: FactOf<'ToolPlanProposed'>['token'] = { id: tokenId, personId: null, scopes: ['plan'], teamId: null };
const act = { tool: 'add_note' as const, groupId, text: longest(alertGroupLimits.noteCharacters) };
const holder = { kind: 'person' as const, personId: person(1) };
const relied = { groupId, status: 'acknowledged' as const, opening: 1, urgency: 'high' as const };
const reliesOn = { ...relied, holder, snoozedUntil: null, fired: 0, asked: null };
const proposed = { planId, token, act, number: 1, teamId: team(0), says: longName(), reliesOn, expiresAt: laterInstant };
const approved = { planId, token, act: { tool: 'add_note' as const, groupId }, number: 1, proposal: 1 };
const byProgram = { kind: 'token' as const, id: tokenId, roles: [], token: { id: tokenId, scopes: ['plan'], teamId: null } };

const world = (): LargeWorld =>
  peopleWorld()
    .has(`team-${team(0)}`, teamCreated(team(0)))
    .has('tokens', {
      type: 'ServiceTokenIssued',
      data: { tokenId, teamId: null, name: longName(), scopes: ['plan'], tokenHash: hash(), expiresAt: laterInstant },
    })
    .has(`alertGroup-${groupId}`, ...groupHeldBy(0, person(1)));
const withPlan = (): LargeWorld => world().has(`toolPlan-${planId}`, { type: 'ToolPlanProposed', data: proposed });
const withApproved = (): LargeWorld => withPlan().has(`toolPlan-${planId}`, { type: 'ToolPlanApproved', data: approved });
const standing = { standingId, tokenId, tool: 'add_note' as const, teamId: team(0), perDay: 100, days: 90 };
const withStanding = (): LargeWorld => world().has(`standingApproval-${standingId}`, { type: 'StandingApprovalGiven', data: standing });

export const largest: LargestCases = {
  ProposeToolPlan: () => ({ large: withStanding(), data: { act }, actor: byProgram }),
  ApproveToolPlan: () => ({ large: withPlan(), data: { planId } }),
  ApproveByStanding: () => ({ large: withPlan(), data: { planId, standingId }, actor: bySystem }),
  DeclineToolPlan: () => ({ large: withPlan(), data: { planId } }),
  RecordToolPlan: () => ({ large: withApproved(), data: { planId, isDone: true } }),
  EndToolPlan: () => ({ large: withPlan(), data: { planId }, actor: bySystem }),
  GiveStandingApproval: () => ({ large: world(), data: standing }),
  EndStandingApproval: () => ({ large: withStanding(), data: { standingId } }),
  UseStandingApproval: () => ({ large: withStanding(), data: { standingId, planId }, actor: bySystem }),
};
