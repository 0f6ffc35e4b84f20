import { z } from 'zod';
import { organisationRoles } from '../permissions.js';

export const role = z.enum(organisationRoles);
export const timeZone = z.string().min(1).max(64);

/** `14:05`, or `2:05 pm`. */
export const clockFormats = ['24h', '12h'] as const;
export type ClockFormat = (typeof clockFormats)[number];
