import { z } from 'zod';
import { zone } from '../../hours.js';
import { typedName } from '../../ids.js';
import { teamRoles } from '../../permissions.js';
import { externalKey, identity, kept, person, renamed } from './shared.js';

export const personDocument = z
  .strictObject({
    apiVersion: identity.apiVersion,
    kind: z.literal('Person'),
    email: person,
    name: typedName.optional().describe('For the invitation. Later the person’s own'),
    role: z.enum(['member', 'observer']).default('member').describe('Higher roles are granted by a person'),
    timeZone: zone.optional().describe('For the invitation. Default: UTC'),
    externalKey: externalKey.optional(),
  })
  .describe('A person who is invited when nobody has this address');

export const teamDocument = z
  .strictObject({
    kind: z.literal('Team'),
    ...renamed,
    description: kept(z.string().trim().max(1_000), 'Description'),
    members: kept(z.array(z.strictObject({ person, role: z.enum(teamRoles) })), 'All members. Others are removed'),
  })
  .describe('A team');
